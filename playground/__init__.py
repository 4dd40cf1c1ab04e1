"""A Discord on loopback: the unmodified bot connects to it, people use it through a page or from tests.

It imports nothing of the rest of the project and knows no game.
"""

from .errors import ApiError, NoAnswer, Refused
from .people import Channel, Person
from .server import Playground
from .sight import Message, Modal

__all__ = ["ApiError", "Channel", "Message", "Modal", "NoAnswer", "Person", "Playground", "Refused"]
