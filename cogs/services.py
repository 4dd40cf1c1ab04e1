"""What everything that talks to Discord is handed, and the type of the client that it reaches Discord through."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import discord
from discord.ext import commands

from cogs.challenges import Challenges
from cogs.metrics import Metrics
from cogs.outbox.lanes import Lanes
from cogs.pictures import Pictures
from cogs.ui.presses import Presses
from cogs.work import OpenWork
from render.worker_pool import WorkerPool
from storage import Store
from table.table import Table


def utc_now() -> int:
    """The time in whole seconds since 1970, UTC."""
    return int(time.time())


@dataclass(slots=True)
class Services:
    """Plain: what is stored, what happens at tables, what is drawn, and the way to Discord.

    `clock` gives UTC seconds since 1970; `thinking_seconds` bounds a hard computer player. `discord` reaches channels
    and people. `lanes` is what is being sent just now, `work` what must be finished before the program ends.
    """

    store: Store
    pool: WorkerPool
    discord: discord.Client
    clock: Callable[[], int] = utc_now
    thinking_seconds: float = 2.0
    metrics: Metrics = field(default_factory=Metrics)
    work: OpenWork = field(default_factory=OpenWork)
    lanes: Lanes = field(default_factory=Lanes)
    table: Table = field(init=False)
    pictures: Pictures = field(init=False)
    presses: Presses = field(init=False)
    challenges: Challenges = field(init=False)

    def __post_init__(self) -> None:
        """Make what follows from the rest."""
        self.table = Table(self.store, self.clock)
        self.pictures = Pictures(self.pool, self.metrics)
        self.presses = Presses(self.work)
        self.challenges = Challenges(self.pool, self.clock)


class Client(commands.Bot):
    """A connection to Discord that carries the services to whoever answers an interaction."""

    services: Services


Interaction = discord.Interaction[Client]
"""A press, a command or a form, with the services at `interaction.client.services`."""

AnyInteraction = discord.Interaction[Any]
