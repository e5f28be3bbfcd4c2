"""Archives to measure with: the games of sample files again and again, under other names, dates and rounds."""

from __future__ import annotations

import os
import pathlib
import random
import re

import pyarrow

SAMPLES = (
    "pgn/clean/shakmaty--twic1599_1000k.pgn",
    "pgn/clean/pgn-parser--twic-01-232games.pgn",
    "pgn/clocked/shakmaty--lichess_db_1000k.pgn",
)
#: Games in an event, as in the archive of benches/archive.
EVENT = 400
SYLLABLES = "an ber cor dal es fen gor hal iv jor kal lin mor nik ol per quin ros sil tor ul var wen xi yur zel".split()
TAGS = re.compile(rb'^\[(Event|Round|White|Black) "[^"]*"\]\r?\n', re.MULTILINE)


def samples() -> list[bytes]:
    """The games of the sample files, without the tags that change."""
    folder = os.environ.get("FLAGFALL_CASES")
    if folder is None:
        raise SystemExit("FLAGFALL_CASES names the folder of the sample games")
    games = []
    for name in SAMPLES:
        text = (pathlib.Path(folder) / name).read_bytes().replace(b"\r\n", b"\n")
        # The last one of a file may break off.
        games += [TAGS.sub(b"", b"[Event " + game) for game in text.split(b"[Event ")[1:-1]]
    return [game.strip() + b"\n\n" for game in games]


def write(folder: pathlib.Path, shards: int, size: int) -> tuple[int, int]:
    """Writes shards of ``size`` bytes as one plain file each and one packed. Returns how many games and bytes there are."""
    games, rng = samples(), random.Random(1)
    count = written = 0
    for shard in range(shards):
        text = bytearray()
        while len(text) < size:
            tags = {"Event": f"Open {count // EVENT}", "Round": f"{rng.randint(1, 11)}.{rng.randint(1, 200)}"}
            tags |= {"White": _name(rng), "Black": _name(rng)}
            text += "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items()).encode()
            text += rng.choice(games)
            count += 1
        written += len(text)
        (folder / f"shard{shard:02}.pgn").write_bytes(text)
        with pyarrow.CompressedOutputStream(str(folder / f"shard{shard:02}.pgn.zst"), "zstd") as out:
            out.write(bytes(text))
    return count, written


def _name(rng: random.Random) -> str:
    parts = ["".join(rng.choice(SYLLABLES) for _ in range(length)).capitalize() for length in (3, 2)]
    return ", ".join(parts)
