"""What Discord draws itself: times in each reader's own zone, and people, roles and channels by their ids.

Times are UTC seconds since 1970.
"""

from __future__ import annotations


def relative(at: int) -> str:
    """How far off a moment is: "in 2 days"."""
    return f"<t:{at}:R>"


def moment(at: int) -> str:
    """Day and hour."""
    return f"<t:{at}:F>"


def day(at: int) -> str:
    """The day alone."""
    return f"<t:{at}:D>"


def person(user_id: int) -> str:
    """Somebody, who is mentioned."""
    return f"<@{user_id}>"


def role(role_id: int) -> str:
    """A role, which is mentioned."""
    return f"<@&{role_id}>"


def channel(channel_id: int) -> str:
    """A channel or thread, as a link."""
    return f"<#{channel_id}>"


def heading(text: str) -> str:
    """A line that stands out at the top of a message."""
    return f"### {text}"


def small(text: str) -> str:
    """A line of small print."""
    return f"-# {text}"
