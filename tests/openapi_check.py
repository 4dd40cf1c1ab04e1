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

from playground.record import Exchange

Json = dict[str, Any]
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
        self.document: Json = json.loads(path.read_bytes())
        self._unions: dict[int, dict[Any, Json]] = {}
        self._kind = self._make_kind()
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
        schema = self._schema(operation, where, exchange.status)
        if schema is None:
            yield Finding(exchange, where, "has a body, which the description does not know")
            return
        self.checked += 1
        error = jsonschema.exceptions.best_match(self._kind(schema).iter_errors(body))
        if error is not None:
            yield Finding(exchange, where, f"{error.json_path}: {error.message[:500]}")

    @functools.cache  # noqa: B019  (one object lives as long as the test run)
    def _schema(self, operation: tuple[str, str], where: str, status: int) -> Json | None:
        """The schema of a body; None where there is to be none."""
        route, method = operation
        node = self.document["paths"][route][method]
        node = node.get("requestBody") if where == "request" else node["responses"].get(str(status))
        if not node or "application/json" not in node.get("content", {}):
            return None
        schema: Json = node["content"]["application/json"]["schema"]
        return schema

    def _make_kind(self) -> Any:
        """A validator class that resolves the file's own references and unions without a search."""
        rules = {"$ref": self._follow, "oneOf": self._one_of, "anyOf": self._one_of}
        return jsonschema.validators.extend(jsonschema.Draft202012Validator, rules)

    @functools.cache  # noqa: B019
    def _target(self, reference: str) -> Json:
        node: Json = self.document
        for step in reference.removeprefix("#/").split("/"):
            node = node[step.replace("~1", "/").replace("~0", "~")]
        return node

    def _follow(self, validator: Any, reference: str, instance: Any, schema: Json) -> Iterator[Any]:
        yield from validator.descend(instance, self._target(reference))

    def _one_of(self, validator: Any, branches: list[Json], instance: Any, schema: Json) -> Iterator[Any]:
        """A union. Where its branches tell themselves apart by ``type``, only the one meant is tried.

        That is quick, and the error is about the branch that was meant.
        """
        if all("const" in branch for branch in branches):
            if not any(branch["const"] == instance for branch in branches):
                yield jsonschema.ValidationError(f"{instance!r} is none of the known values")
            return
        by_type = self._by_type(branches)
        kind = instance.get("type") if isinstance(instance, dict) else None
        if by_type and kind is not None:
            if kind not in by_type:
                yield jsonschema.ValidationError(f"type {kind!r} is none of {sorted(by_type)}")
                return
            yield from validator.descend(instance, by_type[kind])
            return
        if not any(validator.evolve(schema=branch).is_valid(instance) for branch in branches):
            yield from jsonschema.Draft202012Validator.VALIDATORS["anyOf"](validator, branches, instance, schema)

    def _by_type(self, branches: list[Json]) -> dict[Any, Json]:
        """The branches by the values of ``type`` that each allows; empty where that does not tell them apart."""
        key = id(branches)
        if key not in self._unions:
            found: dict[Any, Json] = {}
            for branch in branches:
                target = self._target(branch["$ref"]) if "$ref" in branch else branch
                kinds = target.get("properties", {}).get("type", {}).get("enum", ())
                if target.get("type") == "null":
                    continue
                if not kinds or found.keys() & set(kinds):
                    found = {}
                    break
                found |= dict.fromkeys(kinds, target)
            self._unions[key] = found
        return self._unions[key]


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
