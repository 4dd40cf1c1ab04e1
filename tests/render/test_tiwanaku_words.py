"""The words of Tiwanaku: every event, every choice, the whole position, in every mode."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from render import PRESENTERS, Audience
from render.presenter import ALT, BUTTON, LONG
from render.tiwanaku import runs
from rules import game
from rules.tiwanaku import TIWANAKU, Settings, State, events
from rules.tiwanaku.code import write
from rules.tiwanaku.coop import SupplyTile
from rules.tiwanaku.ending import FinalDivine, FinalOffer
from rules.tiwanaku.offer import Offer
from rules.tiwanaku.position import HIDDEN
from rules.tiwanaku.regions import bits
from tests.render.positions import LONG as LONG_NAMES
from tests.render.positions import described
from tests.render.valleys import MODES, begin, played, seat_of, wise

LOOK = PRESENTERS["tiwanaku"]
WHO = Audience(("Ada", "Bo", "Chi", "Dee"), None, "Tiwanaku #42")


def tell(event: game.Event, kind: str = "long") -> str:
    return LOOK.tell(event, begin(kind, 1), WHO)


def cell(name: str) -> int:
    return "abcdefghi".index(name[0]) + 9 * (int(name[1]) - 1)


def cells(*names: str) -> tuple[int, ...]:
    return tuple(cell(name) for name in names)


TOLD = [
    (events.MeepleMoved(0, 0, cells("b2", "b3", "c3"), False), "Ada moved a meeple from b2 to c3 by way of b3."),
    (events.MeepleMoved(1, 1, cells("a1"), True), "Bo brought a meeple in at a1."),
    (
        events.MeepleMoved(1, 1, cells("a1", "b1", "c1"), True),
        "Bo brought a meeple in at a1 and on to c1 by way of b1.",
    ),
    (events.MeepleRetrieved(2, 2, cell("e5")), "Chi took the meeple on e5 back."),
    (events.TileDiscovered(0, cell("c3"), 2, -1), "Ada discovered Grass on c3."),
    (events.TileDiscovered(None, cell("c3"), 0, -1), ""),
    (events.TrackAdvanced(1, 3, 2, 1, False), "Bo: Rock to level 2, 1 point."),
    (events.TrackAdvanced(1, 3, 9, 1, True), "Bo: Rock is on its last level already, 1 point."),
    (events.CropDivined(0, cell("d4"), 4, 4, 4, True), "Ada divined Corn (4) on d4: 4 points and its token."),
    (events.CropDivined(0, cell("d4"), 4, 4, 4, False), "Ada divined Corn (4) on d4: 4 points."),
    (
        events.CropDivined(0, cell("d4"), 3, 5, -5, False),
        "Ada divined Chili on d4, but Quinoa (5) grows there: 5 points lost.",
    ),
    (
        events.CropDivined(0, cell("d4"), 3, 5, 0, False),
        "Ada divined Chili on d4, but Quinoa (5) grows there: no points left to lose.",
    ),
    (events.CropPlanted(cell("i5"), 1, 1, False), "The Otoma planted Sweet Potato (1) on i5: 1 point."),
    (
        events.CropPlanted(cell("i5"), 2, 2, True),
        "The Otoma planted Coca Leaf (2) on i5: 2 points, and took its token.",
    ),
    (events.OfferingMade(3, 3, (5, 3, 1), 3), "Dee offered Quinoa, Chili and Sweet Potato: 3 points."),
    (events.OfferingMade(None, 1, (2,), 0), "The Otoma offered Coca Leaf: 0 points."),
    (events.TileSpent(0, 1, 6), "Ada spent a Sand tile with an arrow south."),
    (events.TileSupplied(2, 3, 1), "Chi supplied a Rock tile, since none was spent."),
    (events.TileSeen(1, 0, 3), "Bo, the next tile of your Dirt stack points west."),
    (events.TerrainFound(0, cell("b2"), 2), ""),
    (events.ActionLapsed(0), "No tile of Ada allowed an action, so the turn lapsed."),
    (events.TurnSkipped(1), "Bo has no tiles left and is passed over."),
    (events.ArrowIgnored(0, cell("b2")), "The arrow on b2 shows Ada's own colour: no Otoma runs."),
    (events.LastTilePlaced(2), "The last terrain tile lies. The final divinations begin with Chi."),
    (events.Passed(1, False), "Bo passed and is out of the final divinations."),
    (events.Passed(1, True), "Bo is out of the final divinations."),
    (events.Stuck(0), "Ada has no legal action left, so the match ends here."),
    (events.UntouchedScored(3), "The Otoma score 3 points for 3 spaces without terrain."),
    (events.UntouchedScored(0), "No space is without terrain, so the Otoma score nothing more."),
    (events.MatchEnded(), "The match is over, and the whole valley lies open."),
]


@pytest.mark.parametrize(("event", "line"), TOLD)
def test_every_event_is_told(event: game.Event, line: str) -> None:
    assert tell(event) == line


def test_no_event_is_left_out() -> None:
    own = {value for value in vars(events).values() if isinstance(value, type) and issubclass(value, game.Event)}
    told = {type(event) for event, _ in TOLD} | {events.OtomaMoved}
    assert own - {game.Event} == told


def test_otoma_are_told_by_colour_alone_with_their_trails_and_what_they_found() -> None:
    north = events.OtomaMoved(0, cells("b2", "b1", "a1", "a2", "a3"))
    alone, pair = begin("alone", 1), begin("pair", 1)
    kinds = {"d": "Dirt", "s": "Sand", "g": "Grass", "r": "Rock"}
    assert LOOK.tell(north, TIWANAKU.view(_hidden(alone, "a3"), 0), WHO) == (
        "The blue Otoma ran from b2 to a3 by 1 trail."
    )
    alone.tiles |= 1 << cell("a3")
    found = kinds[alone.terrain[cell("a3")]]
    assert LOOK.tell(north, TIWANAKU.view(alone, 0), WHO) == (
        f"The blue Otoma ran from b2 to a3 by 1 trail and found {found}."
    )
    found = kinds[pair.terrain[cell("f2")]]
    assert LOOK.tell(events.OtomaMoved(2, cells("e2", "f2")), pair, WHO) == (
        f"An Otoma ran from e2 to f2 and found {found}."
    )


def _hidden(state: State, space: str) -> State:
    state.tiles &= ~(1 << cell(space))
    return state


@pytest.mark.parametrize("kind", ["pair", "pairs"])
def test_a_turn_of_the_group_is_told_in_a_dozen_lines(kind: str) -> None:
    """What a post has room for; only where several Otoma run at once it may be more."""
    state, chance = begin(kind, 8), random.Random(8)
    lines, runs_ = 0, 0
    while options := TIWANAKU.options(state):
        turn = state.turn
        new = [option for option in options if option.startswith(("explore", "enter"))]
        for event in TIWANAKU.apply(state, chance.choice(new or options)):
            told = event.seen_by is None and LOOK.tell(event, TIWANAKU.view(state, None), WHO)
            lines += bool(told)
            runs_ += isinstance(event, events.OtomaMoved)
        if state.turn != turn:
            assert lines <= 12 or (runs_ > 1 and lines <= 5 + 4 * runs_)
            lines = runs_ = 0


def test_a_tile_found_alone_shows_its_arrow() -> None:
    found = events.TileDiscovered(0, cell("c3"), 2, 4 * 4 + 1)
    assert tell(found, "alone") == "Ada discovered Grass on c3, its arrow purple east."
    assert tell(found, "pair") == "Ada discovered Grass on c3."


def test_of_a_long_way_the_turns_are_told() -> None:
    way = [f"{column}1" for column in "abcdefghi"] + [f"i{row}" for row in "2345"]
    line = tell(events.MeepleMoved(0, 0, cells(*way), False))
    assert line == "Ada moved a meeple from a1 to i5 by way of i1."


def test_runs_know_their_directions() -> None:
    ground = begin("alone", 1).ground
    for start in range(ground.cells):
        for first in range(4):
            path, ways, way = [start], [], first
            for _ in range(12):
                ways.append(way)
                after, way = ground.glide(path[-1], way)
                path.append(after)
            assert runs.ways(ground, path) == ways
    assert runs.ways(ground, [0, 44]) == []


@pytest.mark.parametrize("kind", MODES)
def test_words_fit_at_every_moment(kind: str) -> None:
    state, chance = begin(kind, 4), random.Random(4)
    audience = Audience(LONG_NAMES[: state.seats], 0, "State #1234567")
    while options := TIWANAKU.options(state):
        seat = seat_of(state)
        view = TIWANAKU.view(state, seat)
        decision = TIWANAKU.decision(view)
        assert decision is not None
        _fits(view, Audience(audience.names, seat, audience.match, {"c3": "135", "tidy": "on"}))
        question = LOOK.question(decision, view, audience)
        assert re.fullmatch(r"[A-Z][^.]*[^.,]\.", question) and len(question) <= 80
        _options_fit(options, decision, view)
        for event in TIWANAKU.apply(state, wise(state, chance)):
            line = LOOK.tell(event, TIWANAKU.view(state, seat), audience)
            assert len(line) <= 300 and line[-1:] in (".", "") and not re.search(r"!|  |None|_|\bseat\b", line)
    _fits(TIWANAKU.view(state, None), audience)


def _fits(view: object, audience: Audience) -> None:
    text = described(LOOK, view, audience)
    assert len(text) <= LONG and "…" not in text
    assert 0 < len(LOOK.alt(view, audience)) <= ALT
    assert 0 < len(LOOK.standing(view, audience)) <= 400


def _options_fit(options: list[str], decision: game.Decision, view: object) -> None:
    named = [(LOOK.group(option, decision, view), LOOK.label(option, decision, view)) for option in options]
    assert len(set(named)) == len(named), "two options would look the same"
    assert all(0 < len(label) <= BUTTON and len(group) <= 50 for group, label in named)
    groups = Counter(group for group, _ in named)
    assert max(groups.values()) <= 25 and len(groups) <= 25


def test_moves_are_grouped_by_column_where_there_are_very_many() -> None:
    """Nearly all planted, five meeples out: every one of them reaches nearly everything."""
    state = begin("long", 1)
    state.tiles = state.planted = state.ground.full ^ 0b1001
    state.meeples[state.active] = 0b11111 << 20
    state.reserve[state.active] = 2
    state.stack[-1].seat = state.active
    view = TIWANAKU.view(state, state.active)
    decision = TIWANAKU.decision(view)
    assert decision is not None
    options = decision.options(view)
    assert len(options) > 200
    _options_fit(options, decision, view)
    assert LOOK.group("explore-c3-b1", decision, view) == "Explore: Column b"


def test_headings_look_at_the_options_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made in the event loop, where looking at all moves for each of them would stall it."""
    view = TIWANAKU.view(begin("long", 1), 0)
    decision = view.stack[-1]
    options, asked = decision.options(view), []
    monkeypatch.setattr(type(decision), "options", lambda *_: asked.append(1) or options)
    for option in options:
        LOOK.group(option, decision, view)
    assert len(asked) == 1


def test_a_choice_says_what_lies_there() -> None:
    state = played("short", 5, 26)
    while not any(option.startswith("divine") for option in TIWANAKU.options(state)):
        TIWANAKU.apply(state, wise(state, random.Random(1)))
    view = TIWANAKU.view(state, seat_of(state))
    decision = TIWANAKU.decision(view)
    assert decision is not None
    labels = [LOOK.label(option, decision, view) for option in decision.options(view)]
    grounds = r"New Ground|Bare \w+|[\w ]+ on \w+"
    for label in labels:
        assert re.fullmatch(
            rf"\w\d to \w\d · ({grounds})|Bring a Meeple In to \w\d · ({grounds})|Take the Meeple on \w\d Back"
            r"|\w\d · [\w ]+ \(\d\)|End Your Turn.*|Offer .*",
            label,
        ), label


def test_G31_one_token_is_warned_of() -> None:
    view = begin("short", 1)
    decision = view.stack[-1]
    assert LOOK.warn("offer-corn", decision, view).startswith("One token alone scores nothing")
    assert LOOK.warn("offer-corn+chili", decision, view) == LOOK.warn("done", decision, view) == ""
    assert LOOK.label("offer-corn+chili", decision, view) == "Offer Corn + Chili · 1 Point"


def test_G32_nothing_is_said_of_a_wrong_guess() -> None:
    state = played("long", 3, 60)
    view = TIWANAKU.view(state, seat_of(state))
    decision = TIWANAKU.decision(view)
    assert decision is not None
    for option in decision.options(view):
        if option.startswith("divine"):
            assert LOOK.warn(option, decision, view) == ""


def test_T64_stack_tops_are_told_to_their_owner_alone() -> None:
    state = begin("pair", 2)
    own, other = (TIWANAKU.view(state, seat) for seat in (state.active, 1 - state.active))
    assert "Your stacks: " in described(LOOK, own, Audience(WHO.names, state.active))
    for viewer in (None, state.active):
        assert "Your stacks" not in described(LOOK, TIWANAKU.view(state, None), Audience(WHO.names, viewer))
    ask = own.stack[-1]
    assert all(" · Arrow " in LOOK.label(option, ask, own) for option in ask.options(own))
    assert not any("Arrow" in LOOK.label(option, ask, other) for option in ask.options(own))


@pytest.mark.parametrize("kind", MODES)
def test_words_tell_nothing_hidden(kind: str) -> None:
    """For every seat and for spectators the words are the same in any world that looks the same to them."""
    for steps in (0, 17, 45):
        state = played(kind, 6, steps)
        if not state.stack:
            continue
        for seat in (*range(state.seats), None):
            view = TIWANAKU.view(state, seat)
            other = TIWANAKU.view(TIWANAKU.determinize(state, seat, random.Random(9)), seat)
            audience = Audience(WHO.names[: state.seats], seat)
            assert _everything(view, audience) == _everything(other, audience)


def _everything(view: object, audience: Audience) -> list[str]:
    return [
        described(LOOK, view, audience),
        LOOK.alt(view, audience),
        LOOK.standing(view, audience),
        LOOK.scoring(view, audience),
    ]


def test_the_description_holds_every_space() -> None:
    state = played("long", 2, 70)
    view = TIWANAKU.view(state, 0)
    text = described(LOOK, view, WHO)
    for name, letter in zip(view.ground.names, view.terrain, strict=True):
        assert re.search(
            rf"\b{name} (Dirt|Sand|Grass|Rock) \w+" if letter != HIDDEN else rf"\b{name}\b.* unknown", text
        )
    assert f"{view.left[0]} Dirt, {view.left[1]} Sand" in text
    for seat, places in enumerate(view.meeples):
        line = next(line for line in text.splitlines() if line.startswith(f"Meeples of {WHO.names[seat]}"))
        assert all(view.ground.names[place] in line for place in bits(places))


def test_own_notes_are_in_the_own_description() -> None:
    view = begin("short", 1)
    assert "Your notes: c3 135." in described(LOOK, view, Audience(("Ada", "Bo"), 0, "", {"c3": "135", "tidy": "on"}))
    assert "notes" not in described(LOOK, view, Audience(("Ada", "Bo"), 1))


@pytest.mark.parametrize("kind", MODES)
def test_the_last_words_say_who_won_and_by_what(kind: str) -> None:
    state = played(kind, 7, 5000)
    assert not state.stack
    view = TIWANAKU.view(state, None)
    first, second, *parts = LOOK.result(view, WHO).splitlines()
    winners = [row.seat for row in TIWANAKU.standings(view) if row.winner]
    for seat in winners:
        assert ("The Otoma" if seat is None else WHO.names[seat]) in first
    assert second.startswith("Points by part, ")
    sums = [0] * len(view.parties)
    for line in parts[:-1]:
        for side, value in enumerate(line.partition(": ")[2].rstrip(".").split(" / ")):
            sums[side] += int(value.replace("\N{MINUS SIGN}", "-"))
    assert parts[-1] == f"In all: {' / '.join(map(str, sums))}."
    long = LOOK.result(view, Audience(LONG_NAMES[: state.seats]))
    assert len(long) <= 600


def test_one_who_resigns_alone_or_together_loses_to_the_otoma() -> None:
    for kind in ("alone", "pair"):
        state = begin(kind, 3)
        TIWANAKU.resign(state, 0)
        assert LOOK.result(TIWANAKU.view(state, None), WHO) == "The Otoma won the match: Ada resigned."


def test_the_lobby_says_what_will_be_played() -> None:
    assert LOOK.summary(Settings()) == (
        "Tiwanaku: Each for themselves; most points win. A short scenario of 25 spaces, drawn by lot."
    )
    assert LOOK.summary(Settings(mode="solo", level="hard", disc="salt wind")) == (
        "Tiwanaku: Alone against the Otoma, hard level. A long scenario of 45 spaces, the disc Salt Wind."
    )
    code = write("long", 77)
    line = LOOK.summary(Settings(mode="coop", level="expert", disc=code.lower()))
    assert line.endswith(f"A long scenario of 45 spaces, code {code}.")


def _last_turn(kind: str, *choices: str) -> str:
    state = begin(kind, 1)
    for choice in choices:
        TIWANAKU.apply(state, choice)
    lines = described(LOOK, TIWANAKU.view(state, None), WHO).splitlines()
    return next(line for line in lines if line.startswith("Last turn"))


def test_the_last_turn_says_what_was_done() -> None:
    state = begin("short", 1)
    free = next(option for option in TIWANAKU.options(state) if option.startswith("enter-"))
    space = free.partition("-")[2]
    first, second = (WHO.names[seat] for seat in (state.active, 1 - state.active))
    came_in = f"Last turn, {first}: a meeple came in at {space}"
    assert _last_turn("short", free).startswith(came_in)
    TIWANAKU.apply(state, free)
    other = next(option for option in TIWANAKU.options(state) if option.startswith("enter-"))
    back = _last_turn("short", free, other, f"retrieve-{space}")
    assert back == f"Last turn, {first}: the meeple on {space} was taken back."
    assert second not in back


def test_notes_are_described_as_they_are_drawn() -> None:
    """Not where a crop is planted, and tidied where that was wanted."""
    view = begin("short", 1)
    planted, name = next((cell, view.ground.names[cell]) for cell in bits(view.planted))
    beside = next(cell for cell in bits(view.ground.spread(1 << planted)) if not view.planted >> cell & 1)
    notes = {name: "12", view.ground.names[beside]: view.crops[planted]}
    assert f"Your notes: {view.ground.names[beside]} {view.crops[planted]}." in described(
        LOOK, view, Audience(WHO.names, 0, "", notes)
    )
    tidied = described(LOOK, view, Audience(WHO.names, 0, "", {**notes, "tidy": "on"}))
    assert f"Your notes: {view.ground.names[beside]} none." in tidied


def test_T37_T52_levels_break_ties_among_rivals_only() -> None:
    assert "Levels, which break ties" in LOOK.scoring(begin("short", 1), WHO)
    for kind in ("alone", "pair"):
        scoring = LOOK.scoring(begin(kind, 1), WHO)
        assert "break ties" not in scoring
        people, otoma = scoring.split("\n\n")
        assert "- Divination: " in people and "- Wrong divinations: " in people
        assert "- Crops planted: " in otoma and "ivination" not in otoma
        assert ("Offerings" in otoma, "without terrain" in otoma) == (kind == "pair",) * 2
        assert "without terrain" not in people


def test_T47_a_move_onto_bare_terrain_says_what_its_arrow_is() -> None:
    state = begin("easy", 1)
    (entry, space) = next((option, option[-2:]) for option in TIWANAKU.options(state) if option.startswith("enter-"))
    TIWANAKU.apply(state, entry)
    cell_ = state.ground.index[space]
    state.meeples[0] = 0
    state.arrows[cell_] = 5 * 4 + 3
    label = LOOK.label(entry, state.stack[-1], TIWANAKU.view(state, 0))
    assert label.endswith(", Arrow Yellow West")


def test_G26_who_may_supply_a_tile_is_told_by_number_and_colour() -> None:
    view = begin("pairs", 1)
    ask = SupplyTile(0, 1, 3, -1)
    assert [LOOK.label(f"player-{number}", ask, view) for number in (1, 2, 3)] == [
        "Player 1 (Orange) Supplies It",
        "Player 2 (Blue) Supplies It",
        "Player 3 (Orange) Supplies It",
    ]


def test_T34_T36_the_end_is_asked_in_its_own_words() -> None:
    view = begin("short", 1)
    view.parties[0].tokens = 0b11
    last = FinalOffer(0)
    assert LOOK.question(last, view, WHO) == "Make your last offering, or none."
    assert LOOK.label("done", last, view) == "Make No Offering"
    assert LOOK.label("done", Offer(0), view) == "End Your Turn Without an Offering"
    assert (LOOK.group("pass", FinalDivine(0), view), LOOK.label("pass", FinalDivine(0), view)) == (
        "Pass",
        "Pass and Divine No More",
    )


RULINGS = {
    "G1": "from the whole terrain and the starting crops",
    "G2": "without guessing",
    "G3": "long ones five to nine",
    "G4": "tracks end at level 9",
    "G5": "on two or three of the 62 tiles",
    "G6": "fourth colour of meeples is orange",
    "G7": "lead round a corner",
    "G8": "purple is on one of that pair",
    "G9": "purple Otoma's start stays empty",
    "G10": "row by row, from left to right",
    "G11": "begin with 10 points",
    "G12": "in the way of yours, as opponents do",
    "G13": "meeples of other players' colours, stand in your way",
    "G14": "chosen when the match is made",
    "G15": "discovery, then your offering, then the Otoma run",
    "G17": "no Otoma runs any more",
    "G18": "At the end you may make one last offering",
    "G19": "the match ends with the points as they are",
    "G20": "no tile left is passed over",
    "G21": "Bringing a meeple in is its first step",
    "G22": "began counts as visited",
    "G23": "if the move can go on from there",
    "G24": "settled where the Explore ends",
    "G25": "Row or column is enough",
    "G26": "who supplies a missing tile",
    "G27": "After a wrong divination there is no offering",
    "G28": "as many as at the normal level",
    "G29": "no tokens at the start",
    "G30": "offer it for nothing",
    "G31": "one token for no points is legal",
    "G32": "cannot be right may be named",
    "G33": "Between final divinations nobody offers",
    "G34": "totals differ by one at most",
    "G35": "alternate between the pairs",
    "G36": "After taking a meeple back you may make an offering",
    "G37": "the first five elements",
    "G38": "from crop to crop as often as you like",
    "G39": "shown to nobody before the end",
}


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_told_as_ours(ruling: str) -> None:
    ours = [text for title, text in LOOK.rules() if title.startswith("Our Rulings")]
    assert RULINGS[ruling] in " ".join(" ".join(ours).split())


def test_rulings_are_marked_as_ours() -> None:
    pages = dict(LOOK.rules())
    for title in ("Our Rulings", "Our Rulings, Alone and Together"):
        assert "rulings are ours" in pages[title]
