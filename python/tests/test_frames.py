"""The frames of zst files, and the text from any of them on."""

import io
import itertools
import random
import struct

import pytest

pytest.importorskip("pyspark")
import pyarrow  # noqa: E402

from flagfall.spark._frames import Unpacked, places  # noqa: E402

RANDOM = random.Random(1)
TEXTS = [RANDOM.randbytes(RANDOM.randint(1, 90_000)).hex().encode() for _ in range(7)]
WHOLE = b"".join(TEXTS)
STARTS = list(itertools.accumulate(map(len, TEXTS), initial=0))
FRAMES = [pyarrow.Codec("zstd").compress(text, asbytes=True) for text in TEXTS]
#: What a reader of zst files passes over.
SKIPPED = struct.pack("<II", 0x184D2A57, 5) + b"notes"


def indexed(sizes, checksum=b""):
    """The frames with an index of these sizes after them."""
    entries = [struct.pack("<II", len(frame), size) + checksum for frame, size in zip(FRAMES, sizes)]
    table = b"".join(entries)
    end = struct.pack("<IBI", len(entries), 0x80 if checksum else 0, 0x8F92EAB1)
    return b"".join(FRAMES) + struct.pack("<II", 0x184D2A5E, len(table) + len(end)) + table + end


SIZES = [len(text) for text in TEXTS]
ARCHIVES = {
    "frames in a row": b"".join(FRAMES),
    "frames with others between": SKIPPED + SKIPPED.join(FRAMES) + SKIPPED,
    "an index": indexed(SIZES),
    "an index with checksums": indexed(SIZES, b"sums"),
}


def placed(data, walk=True):
    return places(io.BytesIO(data), len(data), walk)


@pytest.mark.parametrize("archive", ARCHIVES)
def test_the_text_from_any_frame_on(archive):
    data = ARCHIVES[archive]
    found = placed(data, walk="index" not in archive)
    assert [place[1] for place in found] == STARTS
    text = Unpacked(io.BytesIO(data), [found[2], found[5]], len(WHOLE))
    for _ in range(50):
        at, size = RANDOM.randint(STARTS[2], len(WHOLE)), RANDOM.randint(1, 200_000)
        assert text.seek(at) == at
        read = b""
        while len(read) < size and (block := text.read(size - len(read))):
            read += block
        assert read == WHOLE[at : at + size]
        assert text.tell() == at + len(read)
    assert text.seek(0, io.SEEK_END) == len(WHOLE) and text.read(1) == b""


def test_sizes_that_are_not_known():
    one = pyarrow.BufferOutputStream()
    with pyarrow.CompressedOutputStream(one, "zstd") as out:
        out.write(WHOLE)
    without_sizes = one.getvalue().to_pybytes()
    assert placed(without_sizes) == placed(without_sizes * 2) == []
    assert placed(FRAMES[0]) == placed(b"") == placed(b"not an archive") == []
    for end in range(1, len(FRAMES[0]) + 30, 97):
        assert placed(b"".join(FRAMES)[:-end]) == []
    assert placed(ARCHIVES["frames in a row"], walk=False) == []


@pytest.mark.parametrize(("frame", "words"), [(2, "longer than"), (3, "shorter than")])
def test_an_index_that_is_wrong_is_noticed(frame, words):
    sizes = list(SIZES)
    sizes[2], sizes[3] = sizes[2] - 5, sizes[3] + 5
    data = indexed(sizes)
    found = placed(data)
    text = Unpacked(io.BytesIO(data), found[frame : frame + 2], len(WHOLE))
    text.seek(found[frame][1])
    with pytest.raises(OSError, match=words):
        while text.tell() < found[frame + 1][1]:
            text.read(found[frame + 1][1] - text.tell())
