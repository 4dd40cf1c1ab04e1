"""Discs and codes: what people type to play a scenario again."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import BadSettings
from rules.tiwanaku.code import SEEDS, disc_of, find, write
from rules.tiwanaku.discs import DISCS, load
from rules.tiwanaku.scenario import generate
from tests.refused import refused

SEED = st.integers(0, SEEDS - 1)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(["short", "long"]), SEED)
def test_a_code_names_its_scenario(size: str, seed: int) -> None:
    code = write(size, seed)
    assert find(code) == (size, seed)
    assert len(code) == len(size) + 5
    assert not set(code.removeprefix(f"{size}-")) & set("ILOU")


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(["short", "long"]), st.text("0123456789ABCDEFGHJKMNPQRSTVWXYZ", min_size=4, max_size=4))
def test_every_code_is_the_code_of_one_scenario(size: str, signs: str) -> None:
    assert write(*find(f"{size}-{signs}")) == f"{size}-{signs}"


def test_codes_are_fixed() -> None:
    assert [write("short", seed) for seed in range(3)] == ["short-PT49", "short-31NZ", "short-F8M1"]
    assert [write("long", seed) for seed in range(3)] == ["long-EMWN", "long-TVCQ", "long-P6ZD"]


def test_codes_of_neighbours_do_not_look_alike() -> None:
    for size in ("short", "long"):
        codes = [write(size, seed)[-4:] for seed in range(200)]
        alike = [sum(a == b for a, b in zip(one, two, strict=True)) for one, two in pairwise(codes)]
        assert sum(alike) < 60


@pytest.mark.parametrize("typed", ["short-10Z0", "SHORT 1OZO", "shortiozo", " Short – LoZ0 ", "short_1-0-z-0"])
def test_the_reader_forgives(typed: str) -> None:
    assert find(typed) == find("short-10Z0")


@pytest.mark.parametrize("typed", ["long-1", "long", "short-12345", "long-7U3K", "short-7F3É", "short-7F3²"])
def test_a_wrong_code_is_told(typed: str) -> None:
    with refused("is not a code"):
        find(typed)


def test_a_code_without_its_size_is_asked_for() -> None:
    with refused("Write short-7F3K or long-7F3K"):
        find("7f3k")


@pytest.mark.parametrize("typed", ["", "  ", "--"])
def test_nothing_typed_is_told(typed: str) -> None:
    with refused("Name a disc"):
        find(typed)


def test_an_unknown_name_is_told_shortly() -> None:
    with refused(r"No disc or code is called x{29}…\."):
        find("x" * 500)


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=40))
def test_whatever_is_typed_it_is_found_or_told(typed: str) -> None:
    try:
        size, seed = find(typed)
    except BadSettings:
        return
    assert size in ("short", "long") and 0 <= seed < SEEDS


@pytest.mark.parametrize("seed", [-1, SEEDS])
def test_other_seeds_have_no_code(seed: int) -> None:
    with pytest.raises(ValueError, match="have a code"):
        write("short", seed)


def test_twenty_discs() -> None:
    assert [disc.size for disc in DISCS] == ["short"] * 5 + ["long"] * 15
    assert len({disc.name for disc in DISCS}) == 20
    for disc in DISCS:
        assert find(disc.name) == find(disc.name.upper().replace(" ", "")) == (disc.size, disc.seed)
        assert disc_of(disc.size, disc.seed) == disc
        assert find(write(disc.size, disc.seed)) == (disc.size, disc.seed)
    assert disc_of("short", 0) is None


def test_the_discs_are_twenty_worlds() -> None:
    assert len({generate(disc.size, disc.seed).terrain for disc in DISCS}) == 20


def _discs(*changes: tuple[str, str]) -> str:
    lines = [f'  {{"name": "{disc.name}", "size": "{disc.size}", "seed": {disc.seed}}},' for disc in DISCS]
    raw = "\n".join(["[", *lines, "]"])
    for old, new in changes:
        raw = raw.replace(old, new, 1)
    return raw


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('"seed"', '"sede"'), "discs.json:2: "),
        (('"short"', '"tall"'), "discs.json:2: the size is tall"),
        (("Reed Boat", DISCS[0].name), f"discs.json:3: {DISCS[0].name} is there twice"),
        ((f'"short", "seed": {DISCS[4].seed}', f'"long", "seed": {DISCS[4].seed}'), "discs.json: 4 short discs, not 5"),
    ],
)
def test_a_wrong_disc_file_is_told_with_its_line(change: tuple[str, str], told: str) -> None:
    assert load(_discs(), "discs.json") == DISCS
    with pytest.raises(ValueError, match=told):
        load(_discs(change), "discs.json")
