"""A Discord on loopback: the unmodified bot connects to it, people use it through a page or from tests.

It imports nothing of the rest of the project and knows no game. Where to find what in a `Playground`:

- ``person(name)``, ``channel(name)``: people who act and see (`people`), and what they see (`visible`);
- ``deny``, ``allow``, ``archive``, ``delete_channel``, ``remove_bot``, ``add_bot``; ``Person.close_dms``: places that
  change;
- ``faults``: answers that fail, wait or get lost, before or after the request was carried out;
- ``limits``: rate limit buckets; ``gateway``: cutting, holding, resuming and ending the bot's connection;
- ``interactions.answer_within``, ``interactions.token_valid``: how long the bot may take, 3 s and 15 min;
- ``record.exchanges``: every request of the bot with its answer; ``api.failures``: errors of the playground itself.

Known differences to Discord: reactions are taken and not shown; there are no forums, voice, polls or file uploads
in modals; a person's client never shows an old state by itself (``press(…, anyway=True)`` plays that); the
limit on edits of old messages (30046) comes only from ``faults.fail``.
"""

from .errors import ApiError, NoAnswer, Refused
from .people import Channel, Person
from .server import Playground
from .visible import Message, Modal

__all__ = ["ApiError", "Channel", "Message", "Modal", "NoAnswer", "Person", "Playground", "Refused"]
