"""The check against an OpenAPI file finds what it should: tried with a small description of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from playground.record import Exchange
from tests.openapi_check import OpenApiCheck

ID = {"type": "string", "pattern": "^[0-9]+$"}
DESCRIPTION = {
    "openapi": "3.1.0",
    "paths": {
        "/channels/{channel_id}/messages": {
            "post": {
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/New"}}}},
                "responses": {
                    "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Message"}}}},
                    "204": {"description": "nothing"},
                },
            }
        }
    },
    "components": {
        "schemas": {
            "New": {"type": "object", "properties": {"content": {"type": "string", "maxLength": 5}, "to": ID}},
            "Message": {"type": "object", "required": ["id"], "properties": {"id": ID}},
        }
    },
}


@pytest.fixture
def check(tmp_path: Path) -> OpenApiCheck:
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(DESCRIPTION))
    return OpenApiCheck(file)


def exchange(request: Any, response: Any, status: int = 200, route: str = "/channels/{c}/messages") -> Exchange:
    body = b"" if response is None else msgspec.json.encode(response)
    return Exchange("POST", route.replace("{c}", "1"), route, request, (), status, body, 0.0)


def test_good_bodies(check: OpenApiCheck) -> None:
    big = 1 << 60
    assert check.findings([exchange({"content": "hi", "to": big}, {"id": "1"}), exchange(None, None, 204)]) == []
    assert check.checked == 2


@pytest.mark.parametrize(
    ("request_body", "response", "status", "words"),
    [
        ({"content": "too long"}, {"id": "1"}, 200, "request: $.content: 'too long' is too long"),
        ({"content": "hi"}, {"id": "x"}, 200, "response: $.id: 'x' does not match"),
        ({"content": "hi"}, {}, 200, "response: $: 'id' is a required property"),
        ({"content": "hi"}, None, 200, "response: is empty"),
        ({"content": "hi"}, {"id": "1"}, 204, "response: has a body"),
    ],
)
def test_bad_bodies(check: OpenApiCheck, request_body: Any, response: Any, status: int, words: str) -> None:
    (found,) = check.findings([exchange(request_body, response, status)])
    assert words in str(found)


def test_unknown_route_and_failed_requests(check: OpenApiCheck) -> None:
    (found,) = check.findings([exchange(None, {}, route="/nowhere")])
    assert "is not in the description" in str(found)
    assert check.findings([exchange({"content": "too long"}, {}, 400)]) == []
