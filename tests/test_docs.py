"""What the papers say is what the program does; and what may stand in no file of the project."""

from __future__ import annotations

import doctest
import functools
import importlib
import json
import pkgutil
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import discord
import pytest

import render
import rules
import storage
from cogs.commands.privacy import PAPERS as SHOWN
from cogs.settings import Settings
from docs.commands import Command, all_commands, table
from render.help import pages, playground_welcome
from render.messages.errors import PERMISSIONS, permission_name

HOME = Path(__file__).resolve().parent.parent
README = (HOME / "README.md").read_text(encoding="utf-8")
PAPERS = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "PRIVACY.md", "TERMS.md")

PYTHONS_OWN = {"PYTHONUNBUFFERED"}

LONGEST = 600
"""Lines of a file that was written by hand."""

ELSEWHERE = re.compile(
    r"/work/|/root\b|(?<![\w.])/home/\w+/|/tmp/\w|/opt/(?!longhouse)|file:///(?!var\b)|--(?:extra-)?index-url \S|"
    r"https?://[\w.]*pypi[\w.]*/simple"
)
"""Paths of one machine, and addresses of package indexes."""

SECRET = re.compile(r"\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}")
"""What a bot's token looks like."""


def tracked() -> list[Path]:
    """The files of the project that are text. Outside of a clone: those that lie here."""
    try:
        out = subprocess.run(["git", "ls-files", "-z"], cwd=HOME, capture_output=True, check=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("This is not a clone, so that the project's own files cannot be told from others.")
    pictures = (".png", ".webp", ".gif")
    paths = [HOME / name for name in out.split("\0") if name and not name.endswith(pictures)]
    return [path for path in paths if path.is_file()]


@functools.cache
def commands() -> dict[str, Command]:
    """Every slash command by its whole name."""
    return all_commands()


def named(text: str) -> set[str]:
    """The commands that a text names: `/match list`, also with the names of options after it."""
    found = set()
    for words in re.findall(r"`/([a-z]+(?: [a-z-]+)*)(?=[` :])", text):
        known = [name for name in commands() if f"{words} ".startswith(f"{name} ")]
        found.add(max(known, key=len, default=words))
    return found - {name.rpartition(" ")[0] for name in commands()}  # a group's name stands for all in it


# Commands.


def test_the_readme_lists_every_command() -> None:
    assert table(commands()) in README, "make docs renews the list"


@pytest.mark.parametrize("name", PAPERS)
def test_papers_name_commands_that_exist(name: str) -> None:
    found = named((HOME / name).read_text(encoding="utf-8"))
    assert found <= set(commands()), found - set(commands())


def test_the_help_names_commands_that_exist_and_a_way_into_every_game() -> None:
    found = named("\n".join([playground_welcome(), *(text for _, text in pages())]))
    assert found <= set(commands()), found - set(commands())
    for key in rules.GAMES:
        assert {f"{key} new", f"{key} rules"} <= found


def test_a_command_that_is_not_there_would_be_found() -> None:
    assert named("`/iye new`, `/match list`, `/iye move to:`") == {"iye new", "match list", "iye move"}
    assert named("`/iye dance`") == {"iye dance"}


def test_every_command_and_option_is_described() -> None:
    for name, command in commands().items():
        assert len(command.description) > 8, name
        for option in command.parameters:
            assert len(str(option.description)) > 5, f"{name} {option.name}"


# Settings.


def rows(text: str) -> dict[str, tuple[str, str]]:
    """The README's table of settings: name -> (default, what)."""
    table = text.partition("## Settings")[2].partition("\n## ")[0]
    found = {}
    for line in table.splitlines():
        if line.startswith("| `"):
            names, default, what = (cell.strip() for cell in line.strip("| ").split("|"))
            for name in re.findall(r"`(\w+)`", names):
                found[name] = (default.strip("`"), what)
    return found


def test_the_table_of_settings_is_whole() -> None:
    assert set(rows(README)) == {name.upper() for name in Settings.model_fields}


def test_the_table_tells_the_defaults() -> None:
    for name, (told, what) in rows(README).items():
        default = Settings.model_fields[name.lower()].default
        if isinstance(default, float):
            default = f"{default:g}"
        if default is None or name == "DISCORD_TOKEN":
            default = ""
        assert what
        assert told.split("`")[0] == str(default) or (not default and "beside" in told), name


def test_the_example_and_the_units_set_what_exists() -> None:
    known = {name.upper() for name in Settings.model_fields}
    example = (HOME / ".env.example").read_text(encoding="utf-8")
    assert set(re.findall(r"^#? ?([A-Z_]+)=", example, re.MULTILINE)) <= known
    for unit in (HOME / "deploy").glob("*.service"):
        given = re.findall(r"^Environment=([A-Z_]+)=", unit.read_text(encoding="utf-8"), re.MULTILINE)
        assert set(given) - PYTHONS_OWN <= known
    docker = (HOME / "Dockerfile").read_text(encoding="utf-8")
    (line,) = re.findall(r"^ENV (.*)$", docker, re.MULTILINE)
    assert set(re.findall(r"([A-Z_]+)=", line)) - PYTHONS_OWN <= known


def test_the_image_holds_every_package_of_the_program() -> None:
    docker = (HOME / "Dockerfile").read_text(encoding="utf-8")
    ignore = (HOME / ".dockerignore").read_text(encoding="utf-8").split()
    packages = {path.parent.name for path in HOME.glob("*/__init__.py")} - {"tests", "docs", "bench"}
    assert packages == {"rules", "render", "storage", "table", "cogs", "playground"}
    for package in packages:
        assert f"COPY {package} {package}\n" in docker
        assert f"!{package}" in ignore
    (beside,) = re.findall(r"^COPY (.*bot\.py.*) \./$", docker, re.MULTILINE)
    assert set(beside.split()) == {"bot.py", *SHOWN}
    assert {f"!{name}" for name in ("bot.py", *SHOWN)} <= set(ignore)


# The way to Discord.


def test_the_invitation_asks_for_what_the_bot_checks() -> None:
    (number,) = re.findall(r"permissions=(\d+)", README)
    assert int(number) == discord.Permissions(**dict.fromkeys(PERMISSIONS, True)).value
    section = " ".join(README.partition("## Connect")[2].partition("\n## ")[0].split())
    for name in map(permission_name, PERMISSIONS):
        assert name in section
    assert "scope=bot+applications.commands" in section


def test_links_between_papers_lead_somewhere() -> None:
    for name in PAPERS:
        for target in re.findall(r"\]\(([^)#]+)\)", (HOME / name).read_text(encoding="utf-8")):
            assert target.startswith("https://") or (HOME / target).exists(), f"{name}: {target}"


def test_targets_that_papers_name_are_in_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z]+):", (HOME / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for name in PAPERS:
        asked = set(re.findall(r"(?:^|`)make ([a-z]+)", (HOME / name).read_text(encoding="utf-8"), re.MULTILINE))
        assert asked <= targets, asked - targets


def test_the_version_is_told_once_and_changes_are_listed_for_it() -> None:
    version = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"## {version}" in (HOME / "CHANGELOG.md").read_text(encoding="utf-8")


# Every file.


def test_no_file_knows_a_machine_or_a_secret() -> None:
    found = []
    for path in tracked():
        if path == Path(__file__).resolve():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if ELSEWHERE.search(line) or SECRET.search(line):
                found.append(f"{path.relative_to(HOME)}:{number}: {line.strip()[:100]}")
    assert not found, "\n".join(found)


def test_what_is_looked_for_would_be_found() -> None:
    # Written in pieces, so that this file itself holds none of them.
    for start, rest in (
        ("/wo", "rk/main"),
        ("see /ro", "ot"),
        ("/ho", "me/ada/x"),
        ("/tm", "p/out.png"),
        ("--index-", "url x"),
    ):
        assert ELSEWHERE.search(start + rest), start + rest
    for good in ("/var/lib/longhouse", "/opt/longhouse/bot.py", "--no-emit-index-url", "sqlite:////data/a.db"):
        assert not ELSEWHERE.search(good), good


def test_no_file_is_longer_than_a_reader_can_bear() -> None:
    by_hand = (".py", ".js", ".css", ".html", ".md", ".json", ".toml")
    long = {}
    for path in tracked():
        lines = path.read_bytes().count(b"\n")
        if path.suffix in by_hand and lines > LONGEST:
            long[str(path.relative_to(HOME))] = lines
    assert not long, long


def test_lock_files_hold_hashes_and_all_that_is_asked_for() -> None:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = {
        "requirements.lock": project["dependencies"],
        "requirements-dev.lock": project["dependencies"] + extras["dev"],
        "requirements-bench.lock": project["dependencies"] + extras["dev"] + extras["bench"],
    }
    for name, needs in wanted.items():
        text = (HOME / name).read_text(encoding="utf-8")
        pinned = set(re.findall(r"^([a-z0-9.-]+)(?:\[[a-z,]+\])?==", text, re.MULTILINE))
        asked = {re.split(r"[\[<>=]", need)[0].lower().replace("_", "-") for need in needs}
        assert {need.replace(".", "-") for need in asked} <= {pin.replace(".", "-") for pin in pinned}, name
        assert text.count("--hash=sha256:") >= len(pinned)


def test_data_files_are_read_as_what_they_are() -> None:
    found = [path for path in tracked() if path.suffix == ".json"]
    assert found
    for path in found:
        json.loads(path.read_text(encoding="utf-8"))


# Examples.


def modules() -> Iterator[ModuleType]:
    for package in (rules, render, storage):
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if found.name.rpartition(".")[2] != "__main__" and ".migrations" not in found.name:
                yield importlib.import_module(found.name)


def test_examples_in_docstrings_hold() -> None:
    tried = 0
    for module in modules():
        result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
        assert not result.failed, module.__name__
        tried += result.attempted
    assert tried
