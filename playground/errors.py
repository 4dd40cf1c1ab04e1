"""What can go wrong: for the bot (`ApiError`), and for a person (`Refused`, `NoAnswer`)."""

from __future__ import annotations

from .ids import Json


class ApiError(Exception):
    """An answer of Discord that is not a success: HTTP status, Discord's code, message, field errors."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} ({code}): {message} {errors or ''}".rstrip())
        self.status, self.code, self.message, self.errors = status, code, message, errors

    def body(self) -> Json:
        """The JSON that goes back."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class Refused(Exception):
    """A person tried what Discord's client would not let them do; the text says what, in one sentence."""


class NoAnswer(Exception):
    """The bot did not answer an interaction in time: the person saw that it failed."""


def unknown_channel() -> ApiError:
    return ApiError(404, 10003, "Unknown Channel")


def unknown_message() -> ApiError:
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    return ApiError(404, 10013, "Unknown User")


def unknown_interaction() -> ApiError:
    return ApiError(404, 10062, "Unknown interaction")


def already_acknowledged() -> ApiError:
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def empty_message() -> ApiError:
    return ApiError(400, 50006, "Cannot send an empty message")


def cannot_message_user() -> ApiError:
    return ApiError(403, 50007, "Cannot send messages to this user")


def wrong_channel_type() -> ApiError:
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def too_many_threads() -> ApiError:
    return ApiError(400, 160006, "Maximum number of active threads reached")


def thread_archived() -> ApiError:
    return ApiError(400, 50083, "Thread is archived")


class FormErrors:
    """Gathers what is wrong with a request body, and raises it as one Invalid Form Body."""

    def __init__(self) -> None:
        self._tree: Json = {}

    def add(self, path: str, code: str, message: str) -> None:
        """Note an error at a dotted path such as ``components.0.label``."""
        node = self._tree
        for part in path.split("."):
            node = node.setdefault(part, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: str, text: object, low: int, high: int) -> None:
        """Note a text that is no text or not between ``low`` and ``high`` characters."""
        if not isinstance(text, str):
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif len(text) > high:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        elif len(text) < low:
            self.add(path, "BASE_TYPE_MIN_LENGTH", f"Must be {low} or more in length.")

    def count(self, path: str, items: object, low: int, high: int) -> None:
        """Note a list that is no list or not between ``low`` and ``high`` entries."""
        if not isinstance(items, list):
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not low <= len(items) <= high:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def error(self) -> ApiError:
        """What was noted, as one answer."""
        return ApiError(400, 50035, "Invalid Form Body", self._tree)

    def raise_if_any(self) -> None:
        """Raise the errors noted so far, if there are any."""
        if self._tree:
            raise self.error()


def invalid(path: str, code: str, message: str) -> ApiError:
    """An Invalid Form Body with a single error in it."""
    errors = FormErrors()
    errors.add(path, code, message)
    return errors.error()
