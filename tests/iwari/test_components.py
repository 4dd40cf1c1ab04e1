"""What the box holds beyond the base game: values that are ours, in a data file."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.iwari.components import FILE, ComponentError, components, read


def test_d8_expeditions_have_a_value_for_the_first_and_for_the_second() -> None:
    values = components().ours.expeditions
    assert [values[card] for card in range(1, 6)] == [(4, 2)] * 5, "four tents in a biome"
    assert (values[6], values[7]) == ((4, 2), (4, 2)), "a tent in each biome, most tents in three territories"
    assert [values[card] for card in range(8, 13)] == [(3, 2)] * 5, "two totems in a biome"
    assert (values[13], values[14]) == ((6, 3), (5, 3)), "a totem in each biome, most totems in three territories"
    assert (values[15], values[16]) == ((5, 3), (4, 2)), "a settlement of five, three tents on crossings"
    assert len(values) == 16


def test_d8_a_table_may_put_in_what_its_cards_print(tmp_path: Path) -> None:
    file = tmp_path / "box.json"
    file.write_text(FILE.read_text().replace('"13": [6, 3]', '"13": [7, 4]'))
    assert read(file).ours.expeditions[13] == (7, 4)


@pytest.mark.parametrize(
    ("good", "broken", "reason"),
    [
        ('"16": [4, 2]', '"17": [4, 2]', "box.json:15: the expeditions are not the cards 1 to 16"),
        (', "16": [4, 2]', "", "box.json:15: the expeditions are not the cards 1 to 16"),
        ('"13": [6, 3]', '"13": [3, 6]', "box.json:15: an expedition is worth more to the second than to the first"),
        ('"13": [6, 3]', '"13": [6, 0]', "box.json:15: an expedition is worth more to the second than to the first"),
        ('"13": [6, 3]', '"13": [6]', "box.json:1: "),
    ],
)
def test_d8_values_that_cannot_be_are_refused_with_file_and_line(
    tmp_path: Path, good: str, broken: str, reason: str
) -> None:
    text = FILE.read_text()
    assert good in text
    file = tmp_path / "box.json"
    file.write_text(text.replace(good, broken))
    with pytest.raises(ComponentError) as error:
        read(file)
    assert str(error.value).startswith(reason)


def test_d8_the_second_may_get_as_much_as_the_first(tmp_path: Path) -> None:
    file = tmp_path / "box.json"
    file.write_text(FILE.read_text().replace('"13": [6, 3]', '"13": [6, 6]'))
    assert read(file).ours.expeditions[13] == (6, 6)
