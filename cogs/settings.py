"""The program's settings, from the environment and a `.env` file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from render.messages import host

LOOPBACK = ("127.0.0.1", "localhost", "::1")


class BadEnvironment(ValueError):
    """One or more settings are wrong; a line each."""


def _loopback(address: str) -> str:
    if address and urlsplit(address).hostname not in LOOPBACK:
        raise ValueError(host.loopback_only())
    return address


Loopback = Annotated[str, AfterValidator(_loopback)]


class Settings(BaseSettings):
    """Everything a host can set. Names are those of the environment, in upper case there."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr = Field(SecretStr(""), description="the bot's token; empty: the playground")
    database_url: str = Field("sqlite:///var/longhouse.db", description="where matches are kept")
    backups: Path | None = Field(None, description="folder for backups before an upgrade; beside the database if unset")
    discord_api: Loopback = Field("", description="another Discord's REST address, on this machine only")
    discord_gateway: Loopback = Field("", description="another Discord's gateway address, on this machine only")
    playground_port: int = Field(8420, ge=0, le=65535, description="the playground's port; 0: any that is free")
    playground_host: str = Field("127.0.0.1", description="the playground's host, on this machine only")
    log_level: str = Field("INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$", description="how much is logged")
    thinking_seconds: float = Field(2.0, gt=0, le=30, description="how long a hard computer player may think a move")
    metrics_port: int = Field(0, ge=0, le=65535, description="port for Prometheus on 127.0.0.1; 0: none")
    health_file: Path | None = Field(None, description="file whose time is renewed while the bot is well")

    @model_validator(mode="after")
    def _both_addresses(self) -> Settings:
        if bool(self.discord_api) != bool(self.discord_gateway):
            raise ValueError(host.both_addresses())
        return self


def load(**overrides: object) -> Settings:
    """The settings. BadEnvironment with one line for each wrong one."""
    try:
        return Settings(**overrides)  # type: ignore[arg-type]
    except ValidationError as error:
        lines = []
        for problem in error.errors():
            name = "_".join(str(part) for part in problem["loc"]).upper()
            reason = problem["msg"].removeprefix("Value error, ")
            lines.append(host.setting_wrong(name, reason))
        raise BadEnvironment("\n".join(lines)) from error
