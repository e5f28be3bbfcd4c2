"""Where the frames of a zst file begin, and reading its text from one of them on.

Several tasks can read one file, if the sizes of its frames are known without unpacking them: from the index at its end (the seekable format of
zstd), or, in a local file, from the headers of frames and blocks.
"""

from __future__ import annotations

import io
import struct
import sys
from collections.abc import Iterable
from typing import Any

import pyarrow as pa

#: A place at which a frame begins: its offset in the file, and in the unpacked text.
Place = tuple[int, int]

_FRAME, _INDEX = 0xFD2FB528, 0x184D2A5E
_INDEX_END = 0x8F92EAB1
_SKIPPED = range(0x184D2A50, 0x184D2A60)
#: The largest index that is read, in bytes.
_LARGEST_INDEX = 256 << 20


class _Unknown(Exception):
    """The sizes of the frames are not known."""


def places(file: Any, length: int, walk: bool) -> list[Place]:
    """The start of each frame and the end of the last one; nothing where they are not known.

    ``file`` is seekable and has ``length`` bytes. Without ``walk``, only the index at its end is read.
    """
    try:
        found = _index(file, length) or (_walked(file, length) if walk else [])
    except (_Unknown, struct.error, IndexError):
        return []
    return found if len(found) > 2 else []


def _at(file: Any, offset: int, size: int) -> bytes:
    file.seek(offset)
    return bytes(file.read(size))


def _joined(sizes: Iterable[tuple[int, int]]) -> list[Place]:
    """The places of frames that follow each other, with these sizes packed and unpacked."""
    found = [(0, 0)]
    for packed, unpacked in sizes:
        found.append((found[-1][0] + packed, found[-1][1] + unpacked))
    return found


def _index(file: Any, length: int) -> list[Place]:
    if length < 17:
        return []
    frames, flags, magic = struct.unpack("<IBI", _at(file, length - 9, 9))
    entry = 12 if flags & 0x80 else 8
    size = frames * entry
    if magic != _INDEX_END or size > min(length - 17, _LARGEST_INDEX):
        return []
    table = _at(file, length - 17 - size, 8 + size)
    if struct.unpack_from("<II", table) != (_INDEX, size + 9):
        return []
    found = _joined(struct.unpack_from("<II", table, 8 + at) for at in range(0, size, entry))
    return found if found[-1][0] == length - 17 - size else []


def _walked(file: Any, length: int) -> list[Place]:
    found, at, unpacked = [], 0, 0
    while at < length:
        (magic,) = struct.unpack("<I", _at(file, at, 4))
        if magic in _SKIPPED:
            at += 8 + struct.unpack("<I", _at(file, at + 4, 4))[0]
            continue
        if magic != _FRAME:
            raise _Unknown
        found.append((at, unpacked))
        size, at = _frame(file, at + 4)
        unpacked += size
    if at != length:
        raise _Unknown
    return [*found, (at, unpacked)]


def _frame(file: Any, at: int) -> tuple[int, int]:
    """The unpacked size of a frame, and its end. ``at`` is the place after its magic number."""
    head = _at(file, at, 14)
    flags = head[0]
    single = bool(flags & 0x20)
    width = (int(single), 2, 4, 8)[flags >> 6]
    if width == 0:
        raise _Unknown
    before = 1 + (not single) + (0, 1, 2, 4)[flags & 3]
    size = int.from_bytes(head[before : before + width], "little") + (256 if width == 2 else 0)
    at += before + width
    while True:
        header = _at(file, at, 3)
        if len(header) < 3:
            raise _Unknown
        block = int.from_bytes(header, "little")
        kind = block >> 1 & 3
        if kind == 3:
            raise _Unknown
        at += 3 + (1 if kind == 1 else block >> 3)
        if block & 1:
            return size, at + (4 if flags & 4 else 0)


class Part(io.RawIOBase):
    """The bytes of an open file from where it stands, up to a length."""

    def __init__(self, file: Any, length: int) -> None:
        self.file, self.left = file, length

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Reads as much as there is and fits."""
        data = self.file.read(min(len(buffer), self.left))
        buffer[: len(data)] = data
        self.left -= len(data)
        return len(data)


class Unpacked:
    """The text of a zst file, which can be read from some places on."""

    def __init__(self, file: Any, places: Iterable[Place], length: int) -> None:
        #: ``length`` is that of the text.
        self.file, self.places, self.length = file, sorted(set(places)), length
        self.stream: Any = None
        #: The place after the frames of the stream, if that is known.
        self.next: Place | None = None
        #: The offset of what the stream gives next, and the one that was asked for.
        self.reached = self.wanted = 0

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Goes to an offset of the text."""
        self.wanted = offset + (0, self.wanted, self.length)[whence]
        return self.wanted

    def tell(self) -> int:
        """The offset in the text."""
        return self.wanted

    def read(self, size: int) -> bytes:
        """At most so many bytes of the text; none at its end.

        :raises OSError: the frames are not those that their sizes tell of.
        """
        size = min(size, self.length - self.wanted)
        if size <= 0:
            return b""
        nearest = max(place for place in self.places if place[1] <= self.wanted)
        if self.stream is None or not nearest[1] <= self.reached <= self.wanted:
            self._open(nearest)
        while self.reached < self.wanted:
            self._some(self.wanted - self.reached)
        data = self._some(size)
        self.wanted = self.reached
        return data

    def _open(self, place: Place) -> None:
        later = [other for other in self.places if other[1] > place[1]]
        self.next = later[0] if later else None
        self.file.seek(place[0])
        # Arrow closes what it has read, but not the file in it.
        packed = Part(self.file, self.next[0] - place[0] if self.next else sys.maxsize)
        self.stream, self.reached = pa.CompressedInputStream(packed, "zstd"), place[1]

    def _some(self, size: int) -> bytes:
        if self.next is not None:
            size = min(size, self.next[1] - self.reached)
        data = bytes(self.stream.read(min(size, 1 << 20)))
        if not data:
            raise OSError("a frame of the zst archive is shorter than its size says")
        self.reached += len(data)
        if self.next is not None and self.reached == self.next[1]:
            if self.stream.read(1):
                raise OSError("a frame of the zst archive is longer than its size says")
            self._open(self.next)
        return data
