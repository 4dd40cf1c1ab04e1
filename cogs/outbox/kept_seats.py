"""Seats that were kept for invited people open by themselves after a day."""

from __future__ import annotations

from cogs.services import Services
from cogs.ui.lobby import Lobby
from storage.records import OutboxRow


class KeptSeats:
    """The rows of the kind `keptseats`: written with the invitations, due when these are over."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def send_kept_seats(self, row: OutboxRow) -> int | None:
        """Open the seats that are still kept at a table, show it there, and tell the host."""
        assert row.match_id is not None
        lobby = Lobby(self.services)
        async with self.services.store.matches.open(row.match_id) as match:
            guests = lobby.open_seats(match) if match.status == "lobby" else []
        if guests:
            await lobby.refresh(row.match_id, opened=guests)
        return None
