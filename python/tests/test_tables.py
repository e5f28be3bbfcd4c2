"""The tables are the program's rows, and every library takes them."""

import json
import pathlib

import duckdb
import pandas
import polars
import pyarrow
import pytest

import flagfall

ARROW = {"utf8": pyarrow.string(), "int64": pyarrow.int64(), "int32": pyarrow.int32()}
ARROW["list<utf8>"] = pyarrow.list_(pyarrow.field("item", pyarrow.string(), nullable=False))


@pytest.mark.parametrize("table", ["findings", "games"])
def test_the_schema_is_the_one_that_is_published(root, game, table):
    published = json.loads((root / f"schemas/{table}.arrow.json").read_text())
    rows = flagfall.check(game) if table == "findings" else flagfall.games(game)
    schema = pyarrow.schema(rows)
    assert schema == pyarrow.table(rows).schema
    columns = [(column["name"], ARROW[column["type"]], column["nullable"]) for column in published["columns"]]
    assert [(field.name, field.type, field.nullable) for field in schema] == columns
    assert all(column["meaning"].endswith(".") for column in published["columns"])


def test_the_findings_are_those_of_the_schema(root):
    of_json = json.loads((root / "schemas/finding.json").read_text())["properties"]
    of_arrow = json.loads((root / "schemas/findings.arrow.json").read_text())["columns"]
    assert {column["name"] for column in of_arrow} == set(of_json)


def same(rows, expected, as_json):
    """Asserts that the rows are the findings of the program; other values than texts are JSON in three columns."""
    found = [as_json(row) for row in rows]
    for finding in expected:
        for key in ("expected", "found", "fix"):
            if key in finding and not isinstance(finding[key], str):
                finding[key] = json.dumps(finding[key], separators=(",", ":"), ensure_ascii=False)
    assert found == expected


@pytest.mark.parametrize("folder", ["fixtures/checks", "docs/examples"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_rows_are_those_of_the_program(root, program, as_json, monkeypatch, folder, jobs):
    monkeypatch.chdir(root)
    rows = flagfall.check(folder, jobs=jobs, today="2026-11-22", strict=False)
    ran = program("check", "--format", "jsonl", "--quiet", "--today", "2026-11-22", folder)
    expected = [json.loads(line) for line in ran.stdout.splitlines()]
    same(pyarrow.table(rows).to_pylist(), expected, as_json)
    assert len(expected) > 3
    assert rows.failures == [line.removeprefix("error: ") for line in ran.stderr.splitlines()]


class Stream:
    """Offers nothing but the Arrow stream of rows, and counts how often it is taken."""

    def __init__(self, rows):
        self.rows, self.taken = rows, 0

    def __arrow_c_stream__(self, requested_schema=None):
        self.taken += 1
        return self.rows.__arrow_c_stream__(requested_schema)


LIBRARIES = {
    "pyarrow": lambda stream: pyarrow.table(stream).to_pydict(),
    "pandas": lambda stream: pandas.DataFrame.from_arrow(stream)[["game", "check"]].to_dict("list"),
    "polars": lambda stream: polars.DataFrame(stream).to_dict(as_series=False),
    "duckdb": lambda stream: dict(zip(("game", "check"), zip(*duckdb.sql('select game, "check" from stream').fetchall()))),
}


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_library_takes_the_stream(game, library):
    rows = flagfall.check(game * 3)
    expected = pyarrow.table(rows).to_pydict()
    assert len(expected["check"]) > 3
    stream = Stream(rows)
    found = LIBRARIES[library](stream)
    assert stream.taken >= 1
    assert [list(found[column]) for column in ("game", "check")] == [expected["game"], expected["check"]]


def addresses(table):
    """Where each buffer of the columns lies in memory."""
    chunks = [chunk for column in table.columns for chunk in column.chunks]
    return [buffer.address for chunk in chunks for buffer in chunk.buffers() if buffer is not None]


def test_the_rows_are_handed_on_without_a_copy(game):
    rows = flagfall.check(game * 3)
    before = pyarrow.total_allocated_bytes()
    table = pyarrow.table(rows)
    # The memory is that of the extension: Arrow's own pool has given out none.
    assert pyarrow.total_allocated_bytes() == before
    assert len(addresses(table)) > len(table.columns)
    # A copy would lie elsewhere.
    assert addresses(pyarrow.table(rows)) == addresses(table)
    numbers = table["game"].chunk(0).buffers()[1].address
    assert polars.DataFrame(rows)["game"].to_numpy(allow_copy=False).ctypes.data == numbers
    # The rows outlive the object that they came from.
    expected = table.to_pydict()
    del rows
    assert table.to_pydict() == expected


def test_batches_of_a_stream_are_handed_on_without_a_copy(game):
    reader = pyarrow.RecordBatchReader.from_stream(flagfall.check(game * 40_000))
    before = pyarrow.total_allocated_bytes()
    kept = list(reader)
    assert len(kept) > 1 and pyarrow.total_allocated_bytes() == before


def test_paths_bytes_and_files_give_the_same(tmp_path, game):
    path = tmp_path / "a.pgn"
    path.write_bytes(game)
    rows = [pyarrow.table(flagfall.check(of, name=str(path))) for of in (str(path), path, [path], game, bytearray(game))]
    with path.open("rb") as file:
        rows.append(pyarrow.table(flagfall.check(file)))
    assert rows[0].num_rows > 0
    assert all(table == rows[0] for table in rows)


def test_a_packed_file_object_is_unpacked(game):
    import gzip
    import io

    rows = flagfall.check(io.BytesIO(gzip.compress(game * 4)), name="a.pgn.gz")
    assert pyarrow.table(rows)["game"].to_pylist()[-1] == 4


def test_games_have_their_place_and_tags(game):
    text = game + b'[Event "Open"]\n[Round "2"]\n[White "Roe"]\n[WhiteElo "2100"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
    rows = pyarrow.table(flagfall.games(text, name="x.pgn")).to_pylist()
    assert [row["game"] for row in rows] == [1, 2]
    second = rows[1]
    assert text[second["offset"] :][: second["length"]] == text[len(game) :].rstrip()
    assert (second["file"], second["white_elo"], second["end"], second["plies"]) == ("x.pgn", 2100, "mate", 4)
    assert second["heading_hi"] is not None and rows[0]["heading_hi"] is None


def test_copies_share_a_key(game):
    rows = pyarrow.table(flagfall.games([game, game.replace(b"Open", b"Cup"), game.replace(b"e5", b"e6")])).to_pylist()
    keys = [(row["key_hi"], row["key_lo"]) for row in rows]
    assert keys[0] == keys[1] != keys[2]


def test_a_large_result_is_a_stream_that_is_read_once(game):
    rows = flagfall.check(game * 40_000)
    reader = pyarrow.RecordBatchReader.from_stream(rows)
    sizes = [batch.num_rows for batch in reader]
    assert len(sizes) > 1 and max(sizes) <= 65_536
    assert sizes[0] == 65_536
    with pytest.raises(flagfall.Error, match="have been read"):
        pyarrow.table(rows)
    # Players, moves and result are those of game 1.
    assert rows.failures == [] and "40,000 games" in rows.notes[-1]


def test_a_stream_that_nobody_reads_is_given_up(game):
    for _ in range(3):
        flagfall.check(game * 40_000)


def test_nothing_is_printed(capfd, tmp_path, game):
    path = tmp_path / "a.pgn"
    path.write_bytes(game)
    (tmp_path / "flagfall.toml").write_text('list-checks = true\nnonsense = 1\nwrite-baseline = "b.jsonl"\n')
    with pytest.raises(flagfall.Error, match="nonsense"):
        flagfall.check(path)
    flagfall.check(path, config=False)
    with pytest.raises(flagfall.Error):
        flagfall.games(tmp_path / "none.pgn")
    assert capfd.readouterr() == ("", "")
    assert not pathlib.Path(tmp_path / "b.jsonl").exists()
