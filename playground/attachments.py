"""Uploaded files: which of them a message has, and how they look on the wire."""

from __future__ import annotations

import io
import mimetypes
import re
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from PIL import Image, UnidentifiedImageError

from .components import Media
from .errors import ApiError, FormErrors, invalid
from .ids import Json, Snowflakes
from .model import FILE_LIMIT, Attachment

MAX_FILES, MAX_ALT = 10, 1024
KEEP_DROPPED = 100


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request."""

    filename: str
    content: bytes


def look(content: bytes, filename: str) -> Json:
    """Width, height and content type of a file: from its first bytes for a picture, else from its name."""
    try:
        with Image.open(io.BytesIO(content)) as picture:
            kind = Image.MIME.get(picture.format or "", "application/octet-stream")
            return {"width": picture.width, "height": picture.height, "content_type": kind}
    except (UnidentifiedImageError, OSError, ValueError):
        kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
        return {"content_type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind}


class Files:
    """Takes files in for the messages of one playground; ``base`` is the address that serves them."""

    def __init__(self, ids: Snowflakes) -> None:
        self._ids = ids
        self.base = ""
        self.by_id: dict[str, Attachment] = {}
        self._dropped: deque[str] = deque()

    def store(self, channel_id: str, upload: Upload, entry: Json, *, ephemeral: bool) -> Attachment:
        """Keep an uploaded file under an address of its own."""
        if len(upload.content) > FILE_LIMIT:
            raise ApiError(413, 40005, "Request entity too large")
        number = self._ids.new()
        name = re.sub(r"[^\w.\-]", "_", str(entry.get("filename") or upload.filename)) or "unknown"
        url = f"{self.base}/attachments/{channel_id}/{number}/{quote(name)}"
        data: Json = {"id": number, "filename": name, "size": len(upload.content), "url": url}
        data |= {"proxy_url": url, **look(upload.content, name)}
        if entry.get("description"):
            data["description"] = entry["description"]
        if ephemeral:
            data["ephemeral"] = True
        kept = self.by_id[number] = Attachment(data, upload.content)
        return kept

    def drop(self, ids: Iterable[str]) -> None:
        """Files that are on no message any more: pages may still be loading the last few."""
        self._dropped.extend(ids)
        while len(self._dropped) > KEEP_DROPPED:
            self.by_id.pop(self._dropped.popleft(), None)

    def choose(
        self,
        body: Json,
        uploads: Mapping[int, Upload],
        channel_id: str,
        old: Mapping[str, Attachment],
        *,
        ephemeral: bool,
    ) -> dict[str, Attachment]:
        """The files that a message has after a request.

        ``attachments`` in the body lists them: a small id points at the upload of that number, a snowflake
        keeps an old file; without the key all old files stay and all uploads are added.
        """
        listed = body.get("attachments")
        if listed is None:
            entries: list[Json] = [{"id": key} for key in old] + [{"id": n} for n in sorted(uploads)]
        else:
            entries = listed
        errors = FormErrors()
        errors.count("attachments", entries, 0, MAX_FILES)
        for i, entry in enumerate(entries):
            errors.length(f"attachments.{i}.description", entry.get("description") or "", 0, MAX_ALT)
        errors.raise_if_any()
        chosen: dict[str, Attachment] = {}
        for i, entry in enumerate(entries):
            file = self._pick(entry, uploads, channel_id, old, f"attachments.{i}", ephemeral)
            chosen[file.data["id"]] = file
        if listed is not None and len(uploads) > sum(str(e.get("id")) not in old for e in entries):
            raise invalid("attachments", "ATTACHMENT_NOT_FOUND", "A file is not in the list of attachments")
        return chosen

    def _pick(
        self,
        entry: Json,
        uploads: Mapping[int, Upload],
        channel_id: str,
        old: Mapping[str, Attachment],
        path: str,
        ephemeral: bool,
    ) -> Attachment:
        number = str(entry.get("id"))
        if number in old:
            kept = old[number]
            if "description" in entry and entry["description"] != kept.data.get("description"):
                kept = Attachment(kept.data | {"description": entry["description"]}, kept.content)
            return kept
        if number.isdecimal() and int(number) in uploads:
            return self.store(channel_id, uploads[int(number)], entry, ephemeral=ephemeral)
        raise invalid(path, "ATTACHMENT_NOT_FOUND", "The attachment was not found")

    def media(self, files: Mapping[str, Attachment]) -> Media:
        """How a message with these files resolves the addresses of its pictures."""
        by_name = {file.data["filename"]: file.data for file in files.values()}

        def find(url: str) -> Json | None:
            if url.startswith("attachment://"):
                name = url.removeprefix("attachment://")
                data = by_name.get(name) or by_name.get(re.sub(r"[^\w.\-]", "_", name))
                return self._unfurled(data) if data else None
            if url.startswith(f"{self.base}/attachments/"):
                file = self.by_id.get(url.split("/")[-2])
                return self._unfurled(file.data) if file else None
            if not url.startswith(("http://", "https://")):
                return None
            return {"id": self._ids.new(), "url": url, "proxy_url": url, "width": None, "height": None}

        return find

    def _unfurled(self, data: Json) -> Json:
        keys = ("url", "proxy_url", "width", "height", "content_type", "size")
        found = {key: data[key] for key in keys if key in data}
        return {"id": self._ids.new(), "attachment_id": data["id"], **found}
