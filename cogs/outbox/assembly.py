"""The outbox put together: who sends which kind of row."""

from __future__ import annotations

from cogs.outbox.closed import ClosedMatches
from cogs.outbox.delivery import Delivery
from cogs.outbox.dispatcher import Dispatcher
from cogs.outbox.kept_seats import KeptSeats
from cogs.outbox.notices import Notices
from cogs.outbox.notifier import Notifier
from cogs.outbox.thinking import Thinking
from cogs.outbox.turn_posts import TurnPosts
from cogs.services import Services


def dispatcher_for(services: Services) -> Dispatcher:
    """A dispatcher that knows every kind of row."""
    delivery = Delivery(services)
    notifier = Notifier(services, delivery)
    posts = TurnPosts(services, delivery, notifier)
    thinking = Thinking(services)
    notices = Notices(services, delivery)
    senders = {
        "open": posts.send_open,
        "turn": posts.send_turn,
        "think": thinking.send_think,
        "standin": thinking.send_stand_in,
        "direct": delivery.send_direct,
        "call": notifier.send_call,
        "remind": notifier.send_reminder,
        "headsup": notifier.send_heads_up,
        "stall": notifier.send_stall,
        "digest": notifier.send_digest,
        "notice": notices.send_notice,
        "answered": notices.send_answered,
        "keptseats": KeptSeats(services).send_kept_seats,
        "closed": ClosedMatches(services, delivery).send_closed,
    }
    return Dispatcher(services, delivery, senders)
