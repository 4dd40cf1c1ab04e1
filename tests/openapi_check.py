"""Validates recorded exchanges against Discord's own OpenAPI description of API v10.

The file is not part of the project: its path is in the environment variable DISCORD_OPENAPI, and without it
whoever asks for `from_environment` skips. Fetch it from the repository discord/discord-api-spec.
"""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from playground.record import Exchange

_URI = "urn:discord"
_NAMES = re.compile(r"\{[^}]*\}")
_SAFE_INTEGER = 1 << 53
_FLEETING = re.compile(rb'(?<=")(\d{17,20}|\d{4}-\d\d-\d\dT[\d:.+]+)(?=")')
"""Ids and times: bodies that differ in nothing else are checked once."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the description does not allow."""

    exchange: Exchange
    where: str
    """"request", "response" or "route"."""
    text: str

    def __str__(self) -> str:
        return f"{self.exchange.method} {self.exchange.route} ({self.exchange.status}) {self.where}: {self.text}"


class OpenApiCheck:
    """Checks the bodies of exchanges against the description in a file."""

    def __init__(self, path: Path) -> None:
        self.document: dict[str, Any] = json.loads(path.read_bytes())
        resource = Resource(contents=self.document, specification=DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(_URI, resource)
        self._operations = {
            (method.upper(), _NAMES.sub("{}", route)): (route, method)
            for route, methods in self.document["paths"].items()
            for method in methods
            if method != "parameters"
        }
        self._seen: set[tuple[str, str, str, bytes]] = set()
        self.checked = 0

    def findings(self, exchanges: Iterable[Exchange]) -> list[Finding]:
        """All that is wrong with the bodies of successful exchanges (2xx)."""
        return [f for exchange in exchanges if 200 <= exchange.status < 300 for f in self.check(exchange)]

    def check(self, exchange: Exchange) -> Iterator[Finding]:
        """What is wrong with one exchange."""
        key = (exchange.method, _NAMES.sub("{}", exchange.route))
        operation = self._operations.get(key)
        if operation is None:
            yield Finding(exchange, "route", "is not in the description")
            return
        if exchange.request is not None:
            yield from self._body(exchange, operation, "request", exchange.request)
        if exchange.body:
            yield from self._body(exchange, operation, "response", exchange.response)
        elif self._schema(operation, "response", exchange.status) is not None:
            yield Finding(exchange, "response", "is empty")

    def _body(self, exchange: Exchange, operation: tuple[str, str], where: str, body: Any) -> Iterator[Finding]:
        body = with_text_ids(body)
        known = (*operation, where, _FLEETING.sub(b"0", msgspec.json.encode(body)))
        if known in self._seen:
            return
        self._seen.add(known)
        pointer = self._schema(operation, where, exchange.status)
        if pointer is None:
            yield Finding(exchange, where, "has a body, which the description does not know")
            return
        self.checked += 1
        error = jsonschema.exceptions.best_match(self._validator(pointer).iter_errors(body))
        if error is not None:
            yield Finding(exchange, where, f"{error.json_path}: {error.message[:500]}")

    @functools.cache  # noqa: B019  (one object lives as long as the test run)
    def _schema(self, operation: tuple[str, str], where: str, status: int) -> str | None:
        """The pointer to the schema of a body; None where there is to be none."""
        route, method = operation
        node = self.document["paths"][route][method]
        steps = ["paths", route, method]
        if where == "request":
            node, steps = node.get("requestBody"), [*steps, "requestBody"]
        else:
            node, steps = node["responses"].get(str(status)), [*steps, "responses", str(status)]
        if not node or "application/json" not in node.get("content", {}):
            return None
        steps += ["content", "application/json", "schema"]
        return "/".join(step.replace("~", "~0").replace("/", "~1") for step in steps)

    @functools.cache  # noqa: B019
    def _validator(self, pointer: str) -> jsonschema.Draft202012Validator:
        reference = f"{_URI}#/{pointer.replace('{', '%7B').replace('}', '%7D')}"
        return jsonschema.Draft202012Validator({"$ref": reference}, registry=self._registry)


def with_text_ids(body: Any) -> Any:
    """The body with ids as strings: discord.py sends them as integers, which Discord takes as well."""
    if isinstance(body, dict):
        done = {key: with_text_ids(value) for key, value in body.items()}
        if isinstance(done.get("attachments"), list):
            done["attachments"] = [a | {"id": str(a["id"])} for a in done["attachments"]]
        return done
    if isinstance(body, list):
        return [with_text_ids(value) for value in body]
    if isinstance(body, int) and not isinstance(body, bool) and body > _SAFE_INTEGER:
        return str(body)
    return body


@functools.cache
def from_environment() -> OpenApiCheck:
    """The check with the file that DISCORD_OPENAPI names. Skips the test when there is none."""
    path = os.environ.get("DISCORD_OPENAPI")
    if not path:
        pytest.skip("DISCORD_OPENAPI does not name Discord's openapi.json")
    return OpenApiCheck(Path(path))
