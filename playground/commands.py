"""Application commands: registering them under Discord's limits, finding them, reading their options."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from . import errors
from .errors import FormErrors, Refused
from .ids import Json
from .model import DM, Channel, User
from .permissions import has
from .world import World

CHAT_INPUT, USER_MENU, MESSAGE_MENU = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
MOST = {CHAT_INPUT: 100, USER_MENU: 15, MESSAGE_MENU: 15}
MAX_OPTIONS, MAX_CHOICES, MAX_CHARACTERS = 25, 25, 8000
IN_GUILD, IN_BOT_DM, IN_PRIVATE = 0, 1, 2

_NAME = re.compile(r"[-_'\w]{1,32}")
_KINDS = {USER: "users", CHANNEL: "channels", ROLE: "roles", MENTIONABLE: "mentionables"}


class CommandBook:
    """The commands of the bot, everywhere and per server."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.everywhere: list[Json] = []
        self.by_guild: dict[str, list[Json]] = {}

    # -- registering -------------------------------------------------------------------------------------

    def replace(self, wanted: object, guild_id: str | None = None) -> list[Json]:
        """Put these commands in place of the old ones; one of the same name and type keeps its id."""
        form = FormErrors()
        form.count("commands", wanted, 0, sum(MOST.values()))
        form.raise_if_any()
        assert isinstance(wanted, list)
        for i, command in enumerate(wanted):
            _check(command, str(i), form)
        keys = [(c.get("name"), c.get("type") or CHAT_INPUT) for c in wanted]
        for i, key in enumerate(keys):
            if key in keys[:i]:
                form.add(str(i), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        form.raise_if_any()
        for kind, most in MOST.items():
            if sum(key[1] == kind for key in keys) > most:
                raise errors.ApiError(400, 30032, f"Maximum number of application commands reached ({most})")
        old = {(c["name"], c["type"]): c for c in self.of(guild_id)}
        done = [self._form(c, old.get(key), guild_id) for c, key in zip(wanted, keys, strict=True)]
        if guild_id is None:
            self.everywhere = done
        else:
            self.by_guild[guild_id] = done
        return done

    def of(self, guild_id: str | None) -> list[Json]:
        """The commands of one server, or (None) those that are everywhere."""
        return self.everywhere if guild_id is None else self.by_guild.get(guild_id, [])

    def everything(self) -> list[Json]:
        """All commands, those of servers with their guild_id."""
        return self.everywhere + [command for commands in self.by_guild.values() for command in commands]

    def _form(self, command: Json, old: Json | None, guild_id: str | None) -> Json:
        done: Json = {
            "id": old["id"] if old else self.world.ids.new(),
            "application_id": self.world.bot.id,
            "version": self.world.ids.new(),
            "type": command.get("type") or CHAT_INPUT,
            "name": command["name"],
            "name_localizations": command.get("name_localizations"),
            "description": command.get("description") or "",
            "description_localizations": command.get("description_localizations"),
            "default_member_permissions": _text_or_none(command.get("default_member_permissions")),
            "nsfw": bool(command.get("nsfw")),
            "options": command.get("options") or [],
            "integration_types": command.get("integration_types") or [0],
        }
        if guild_id is None:
            done["contexts"] = command.get("contexts") or [IN_GUILD, IN_BOT_DM, IN_PRIVATE]
            done["dm_permission"] = IN_BOT_DM in done["contexts"]
        else:
            done["guild_id"] = guild_id
        return done

    # -- finding -----------------------------------------------------------------------------------------

    def available(self, user: User, channel: Channel) -> list[Json]:
        """The commands that this person can use in this channel, everywhere first."""
        everywhere = [c for c in self.everywhere if self.owners(c, user, channel)]
        here = self.by_guild.get(channel.guild_id or "", [])
        return everywhere + [c for c in here if self.owners(c, user, channel)]

    def owners(self, command: Json, user: User, channel: Channel) -> dict[str, str]:
        """By whose installation the command is there, as Discord tells it: "0" a server, "1" the person.

        Empty where the person cannot use it: context, installation or permissions are missing.
        """
        guild = self.world.guild_of(channel)
        context = self.context(channel)
        if context not in command.get("contexts", [IN_GUILD]):
            return {}
        needed = command["default_member_permissions"]
        if guild is not None:
            bits = self.world.permissions_in(user.id, channel)
            if not has(bits, "use_application_commands") or (needed and bits & int(needed) != int(needed)):
                return {}
        owners: dict[str, str] = {}
        if 0 in command["integration_types"]:
            if guild is not None and self.world.bot.id in guild.members:
                owners["0"] = guild.id
            elif context == IN_BOT_DM:
                owners["0"] = "0"
        if 1 in command["integration_types"] and user.installed:
            owners["1"] = user.id
        return owners

    def context(self, channel: Channel) -> int:
        """Where an interaction in the channel takes place: a server, the bot's messages, others' messages."""
        if channel.type != DM:
            return IN_GUILD
        return IN_BOT_DM if self.world.bot.id in channel.recipients else IN_PRIVATE

    def find(self, user: User, channel: Channel, name: str, kind: int = CHAT_INPUT) -> Json:
        """The command of this name. Raises Refused when this person does not have it here."""
        for command in self.available(user, channel):
            if command["name"] == name and command["type"] == kind:
                return command
        raise Refused(f"There is no command /{name} here.")


def leaf(command: Json, path: list[str]) -> list[Json]:
    """The options of a subcommand. Raises Refused when the path leads to none."""
    options: list[Json] = command["options"]
    name = command["name"]
    for step in path:
        inner = {o["name"]: o for o in options if o["type"] in (SUBCOMMAND, GROUP)}
        if step not in inner:
            raise Refused(f"There is no command /{name} {step} here.")
        options, name = inner[step].get("options") or [], f"{name} {step}"
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in options):
        raise Refused(f"/{name} needs one of: {', '.join(option['name'] for option in options)}.")
    return options


def nest(command: Json, path: list[str], options: list[Json]) -> list[Json]:
    """Wrap given options in their subcommand and group, as an interaction carries them."""
    kinds = [SUBCOMMAND] if len(path) == 1 else [GROUP, SUBCOMMAND]
    for name, kind in reversed(list(zip(path, kinds, strict=False))):
        options = [{"name": name, "type": kind, "options": options}]
    return options


def fill(
    options: list[Json], values: Mapping[str, Any], focused: str | None = None
) -> tuple[list[Json], dict[str, list[str]]]:
    """The options of an interaction from the values a person gave, and the ids in them by kind.

    ``focused`` names the option that is being completed; its value is passed as it was typed, and others
    may be missing or half typed. Raises Refused where Discord's client would not send the command.
    """
    known = {option["name"]: option for option in options}
    for name in values:
        if name not in known:
            raise Refused(f"There is no option {name!r}; there are {', '.join(known) or 'none'}.")
    done: list[Json] = []
    ids: dict[str, list[str]] = {}
    for name, option in known.items():
        value = values.get(name)
        if value is None:
            if option.get("required") and focused is None:
                raise Refused(f"The option {name!r} is required.")
            continue
        entry: Json = {"name": name, "type": option["type"]}
        if name == focused:
            done.append(entry | {"value": str(value), "focused": True})
            continue
        try:
            entry["value"] = _value(option, value)
        except Refused:
            if focused is None:
                raise
            continue
        if option["type"] in _KINDS:
            ids.setdefault(_KINDS[option["type"]], []).append(entry["value"])
        done.append(entry)
    return done, ids


def _value(option: Json, value: Any) -> Any:
    kind, name = option["type"], option["name"]
    if kind in (INTEGER, NUMBER):
        value = _number(option, value)
    elif kind == BOOLEAN:
        value = value if isinstance(value, bool) else str(value).lower() in ("true", "yes", "1")
    else:
        value = str(getattr(value, "id", value))
    if kind == STRING and not option.get("min_length", 0) <= len(value) <= (option.get("max_length") or 6000):
        raise Refused(f"The option {name!r} is too short or too long.")
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        by_name = {choice["name"]: choice["value"] for choice in option["choices"]}
        if value not in by_name:
            raise Refused(f"The option {name!r} is one of {', '.join(by_name)}.")
        value = by_name[value]
    return value


def _number(option: Json, value: Any) -> int | float:
    convert: Callable[[Any], int | float] = int if option["type"] == INTEGER else float
    names = {choice["name"]: choice["value"] for choice in option.get("choices") or []}
    try:
        number = convert(names.get(value, value))
    except (TypeError, ValueError):
        raise Refused(f"The option {option['name']!r} is a number.") from None
    low, high = option.get("min_value"), option.get("max_value")
    if (low is not None and number < low) or (high is not None and number > high):
        raise Refused(f"The option {option['name']!r} is out of its range.")
    return number


def _text_or_none(value: object) -> str | None:
    return None if value is None else str(value)


# -- limits --------------------------------------------------------------------------------------------------


def _check(command: Json, path: str, form: FormErrors) -> None:
    kind = command.get("type") or CHAT_INPUT
    name = command.get("name")
    if kind == CHAT_INPUT:
        _check_name(name, path, form)
        form.length(f"{path}.description", command.get("description"), 1, 100)
        _check_options(command.get("options") or [], f"{path}.options", form)
        if sum(map(len, _characters(command))) > MAX_CHARACTERS:
            form.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
    else:
        form.length(f"{path}.name", name, 1, 32)
        if command.get("description"):
            form.add(f"{path}.description", "APPLICATION_COMMAND_DESCRIPTION", "Menus have no description")


def _check_name(name: object, path: str, form: FormErrors) -> None:
    if not isinstance(name, str) or not _NAME.fullmatch(name) or name != name.lower():
        message = "Command name is invalid"
        form.add(f"{path}.name", "APPLICATION_COMMAND_INVALID_NAME", message)


def _check_options(options: list[Json], path: str, form: FormErrors) -> None:
    form.count(path, options, 0, MAX_OPTIONS)
    optional_seen = False
    names = [option.get("name") for option in options]
    if len(set(names)) < len(names):
        form.add(path, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
    for i, option in enumerate(options):
        here = f"{path}.{i}"
        _check_name(option.get("name"), here, form)
        form.length(f"{here}.description", option.get("description"), 1, 100)
        if option.get("type") in (SUBCOMMAND, GROUP):
            _check_options(option.get("options") or [], f"{here}.options", form)
            continue
        if option.get("required") and optional_seen:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            form.add(here, code, "Required options must be placed before non-required options")
        optional_seen = optional_seen or not option.get("required")
        _check_choices(option, here, form)


def _check_choices(option: Json, path: str, form: FormErrors) -> None:
    choices = option.get("choices") or []
    form.count(f"{path}.choices", choices, 0, MAX_CHOICES)
    for i, choice in enumerate(choices):
        form.length(f"{path}.choices.{i}.name", choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            form.length(f"{path}.choices.{i}.value", choice["value"], 1, 100)
    if choices and option.get("autocomplete"):
        code = "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES"
        form.add(path, code, "Autocomplete cannot be set together with choices")


def _characters(part: Json) -> Iterator[str]:
    """All texts that count towards the size of a command: names, descriptions and values."""
    for key in ("name", "description", "value"):
        if isinstance(part.get(key), str):
            yield part[key]
    for key in ("options", "choices"):
        for inner in part.get(key) or []:
            yield from _characters(inner)
