"""The bot that the playground is tried with: one command for each thing that a bot does."""

from __future__ import annotations

import asyncio
import io
import re
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands
from PIL import Image


def picture(color: str = "#a0522d", size: tuple[int, int] = (40, 30)) -> bytes:
    """A small PNG."""
    out = io.BytesIO()
    Image.new("RGB", size, color).save(out, "PNG")
    return out.getvalue()


def png(name: str = "board.png", alt: str | None = None) -> discord.File:
    return discord.File(io.BytesIO(picture()), name, description=alt)


class CountButton(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<n>\d+)"):
    """A button that carries its number in its id and works without a view."""

    def __init__(self, n: int) -> None:
        super().__init__(ui.Button(label=f"Count {n}", custom_id=f"count:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> CountButton:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=board(self.n + 1), attachments=[png(f"b{self.n}.png")])


def board(n: int = 0, *, alt: str = "A brown board", file: str | None = None) -> ui.LayoutView:
    """A Components V2 message: text, section, picture, buttons and a menu."""
    view = ui.LayoutView(timeout=None)
    name = file or (f"b{n - 1}.png" if n else "board.png")
    menu: ui.Select[Any] = ui.Select(custom_id="where", placeholder="Where to")
    menu.add_option(label="Natural c4", value="c4")
    menu.add_option(label="Horse d5", value="horse-d5", description="Two squares")
    view.add_item(
        ui.Container(
            ui.TextDisplay(f"## Turn {n}"),
            ui.Section("Round one", accessory=ui.Thumbnail(f"attachment://{name}", description="A token")),
            ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt)),
            ui.Separator(),
            ui.ActionRow(CountButton(n), ui.Button(label="Closed", disabled=True, custom_id="closed")),
            ui.ActionRow(menu),
            accent_color=0xC2593F,
        )
    )
    return view


class NameModal(ui.Modal, title="Name the match"):
    name: ui.TextInput[Any] = ui.TextInput(label="Name", custom_id="name", max_length=20)
    level: ui.Label[Any] = ui.Label(
        text="Level",
        component=ui.Select(
            custom_id="level",
            options=[discord.SelectOption(label="Easy", value="1"), discord.SelectOption(label="Hard", value="3")],
        ),
    )
    rival: ui.Label[Any] = ui.Label(text="Rival", component=ui.UserSelect(custom_id="rival", required=False))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        level, rival = self.level.component, self.rival.component
        assert isinstance(level, ui.Select)
        assert isinstance(rival, ui.UserSelect)
        names = ", ".join(user.display_name for user in rival.values)
        await interaction.response.send_message(f"{self.name.value} at {level.values[0]} vs {names}")


class OptionsModal(ui.Modal, title="Options"):
    """The newer fields: one of some, some of some, yes or no."""

    intro: ui.TextDisplay[Any] = ui.TextDisplay("How shall it be played?")
    first: ui.Label[Any] = ui.Label(
        text="Who Starts",
        component=ui.RadioGroup(
            custom_id="first",
            options=[discord.RadioGroupOption(label=name, value=name.lower()) for name in ("Host", "Guest")],
        ),
    )
    parts: ui.Label[Any] = ui.Label(
        text="Expansions",
        component=ui.CheckboxGroup(
            custom_id="parts",
            required=False,
            options=[discord.CheckboxGroupOption(label=name, value=name, default=name == "b") for name in "abc"],
        ),
    )
    timed: ui.Label[Any] = ui.Label(text="Timed", component=ui.Checkbox(custom_id="timed"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        first, parts, timed = (label.component for label in (self.first, self.parts, self.timed))
        assert isinstance(first, ui.RadioGroup)
        assert isinstance(parts, ui.CheckboxGroup)
        assert isinstance(timed, ui.Checkbox)
        await interaction.response.edit_message(content=f"{first.value} {''.join(parts.values)} {timed.value}")


class PickView(ui.View):
    """Selects of roles, channels and whatever can be mentioned, and the button of the options."""

    @ui.button(label="Options", custom_id="options")
    async def options(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        await interaction.response.send_modal(OptionsModal())

    @ui.select(cls=ui.RoleSelect, placeholder="A role")
    async def role(self, interaction: discord.Interaction, select: ui.RoleSelect[Any]) -> None:
        await interaction.response.send_message(select.values[0].name)

    @ui.select(cls=ui.ChannelSelect, placeholder="A channel", channel_types=[discord.ChannelType.text])
    async def channel(self, interaction: discord.Interaction, select: ui.ChannelSelect[Any]) -> None:
        await interaction.response.send_message(select.values[0].name)

    @ui.select(cls=ui.MentionableSelect, placeholder="Somebody")
    async def somebody(self, interaction: discord.Interaction, select: ui.MentionableSelect[Any]) -> None:
        await interaction.response.send_message(" ".join(value.mention for value in select.values))


class AskView(ui.View):
    """Old-style components: a button that opens a modal, and selects of users and channels."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Name It", custom_id="name-it")
    async def name_it(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        await interaction.response.send_modal(NameModal())

    @ui.button(emoji="🥁", custom_id="drum", style=discord.ButtonStyle.primary)
    async def drum(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="Boom", view=None)

    @ui.button(label="Silent", custom_id="silent")
    async def silent(self, interaction: discord.Interaction, button: ui.Button[Any]) -> None:
        return

    @ui.select(cls=ui.UserSelect, custom_id="who", max_values=2)
    async def who(self, interaction: discord.Interaction, select: ui.UserSelect[Any]) -> None:
        names = sorted(user.display_name for user in select.values)
        await interaction.response.send_message(" and ".join(names), ephemeral=True)


SQUARES = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class Trial(app_commands.Group):
    """One subcommand for each thing to try."""

    @app_commands.command(description="Say something back")
    async def echo(self, interaction: discord.Interaction, text: str, times: app_commands.Range[int, 1, 3] = 1) -> None:
        await interaction.response.send_message(" ".join([text] * times))

    @app_commands.command(description="Whisper")
    async def whisper(self, interaction: discord.Interaction, to: discord.User) -> None:
        await interaction.response.send_message(f"Hush, {to.mention}", ephemeral=True)

    @app_commands.command(description="Post a board")
    async def board(self, interaction: discord.Interaction, alt: str = "A brown board") -> None:
        await interaction.response.send_message(view=board(alt=alt), file=png())

    @app_commands.command(description="Think, then answer")
    async def slow(self, interaction: discord.Interaction, seconds: float = 0.05, hidden: bool = False) -> None:
        await interaction.response.defer(thinking=True, ephemeral=hidden)
        await asyncio.sleep(seconds)
        await interaction.followup.send("Thought", file=png(alt="Thoughts"))
        await interaction.followup.send("And more")

    @app_commands.command(description="Never answer")
    async def mute(self, interaction: discord.Interaction) -> None:
        return

    @app_commands.command(description="Ask in the old style")
    async def ask(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("What now", view=AskView())

    @app_commands.command(description="Pick")
    async def pick(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Pick", view=PickView())

    @app_commands.command(description="Open a form at once")
    async def form(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(NameModal())

    @app_commands.command(description="Move")
    @app_commands.rename(with_="with")
    async def move(self, interaction: discord.Interaction, to: str, with_: str = "") -> None:
        await interaction.response.send_message(f"{to} {with_}".strip())

    @move.autocomplete("to")
    async def _squares(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = [square for square in SQUARES if square.startswith(current)]
        return [app_commands.Choice(name=square, value=square) for square in found[:25]]


class TrialBot(commands.Bot):
    """Has the commands of `Trial`, everywhere, and two menus."""

    def __init__(self, **options: Any) -> None:
        options = {"intents": discord.Intents(guilds=True, messages=True)} | options
        super().__init__("!", help_command=None, guild_ready_timeout=0.05, **options)
        self.heard: list[discord.Message] = []
        self.heard_ready = asyncio.Event()
        self.resumes = 0
        self.tree.add_command(Trial(name="trial", description="Try things"))
        self.tree.add_command(app_commands.ContextMenu(name="Wave", callback=self._wave))

    async def setup_hook(self) -> None:
        self.add_dynamic_items(CountButton)
        self.add_view(AskView())
        await self.tree.sync()

    async def _wave(self, interaction: discord.Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"Hello {member.display_name}", ephemeral=True)

    async def on_ready(self) -> None:
        self.heard_ready.set()

    async def on_resumed(self) -> None:
        self.resumes += 1

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)
