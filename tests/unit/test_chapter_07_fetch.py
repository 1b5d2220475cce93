"""Chapter 7: `make model`, against a server on this machine that breaks, repeats, and lies."""

from __future__ import annotations

import hashlib
import http.server
import os
import re
import shutil
import subprocess
import threading
from collections import namedtuple

import pytest
from chapter_07 import fetch, fetching, gpt2, places, tiny, vocabulary
from conftest import ROOT

DATA = {
    "small.json": b'{"one": 1}',
    "large.bin": bytes(range(256)) * 12_000,  # 3 MB: several chunks
}
FILES = tuple(
    fetch.File(name, len(data), hashlib.sha256(data).hexdigest()) for name, data in DATA.items()
)
LARGE = FILES[1]


class Server(http.server.ThreadingHTTPServer):
    """Serves DATA as the hub does; the attributes make it a worse server."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.data = dict(DATA)
        self.asked: list[tuple[str, str | None]] = []
        self.break_after: list[int] = []  # bytes of the body, for one answer after the other
        self.errors: list[int] = []  # statuses, for one request after the other
        self.ranges = True
        self.wrong_range = False
        self.redirects = False

    def handle_error(self, *_: object) -> None:
        """The client ends a connection as soon as it knows enough: nothing to report."""


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        server = self.server
        wanted = self.headers.get("Range")
        server.asked.append((self.path, wanted))
        if server.redirects and not self.path.startswith("/cdn"):
            self.send_response(302)
            self.send_header("Location", f"/cdn{self.path}")
            self.end_headers()
            return
        if server.errors:
            self.send_error(server.errors.pop(0))
            return
        expected = f"/{fetch.REPOSITORY}/resolve/{fetch.REVISION}/"
        folder, name = self.path.removeprefix("/cdn").rsplit("/", 1)
        if f"{folder}/" != expected or name not in server.data:
            self.send_error(404)
            return
        data, start = server.data[name], 0
        if wanted and server.ranges:
            start = int(wanted.removeprefix("bytes=").rstrip("-"))
            if start >= len(data):
                self.send_error(416)
                return
            self.send_response(206)
            first = start + 1 if server.wrong_range else start
            self.send_header("Content-Range", f"bytes {first}-{len(data) - 1}/{len(data)}")
        else:
            self.send_response(200)
        self.send_header("Content-Length", str(len(data) - start))
        self.end_headers()
        body = data[start:]
        if server.break_after and name == LARGE.name:
            body = body[: server.break_after.pop(0)]
        self.wfile.write(body)
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server(monkeypatch):
    with Server() as served:
        thread = threading.Thread(target=served.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{served.server_port}")
        monkeypatch.setenv("no_proxy", "*")
        yield served
        served.shutdown()
        thread.join()


@pytest.fixture
def get(tmp_path):
    """Fetch FILES into a folder; what was said."""

    def call(pauses=(0, 0, 0), **more) -> list[str]:
        said: list[str] = []
        fetch.fetch(tmp_path, FILES, say=said.append, pauses=pauses, **more)
        return said

    call.folder = tmp_path
    return call


def whole(folder) -> bool:
    return all((folder / name).read_bytes() == data for name, data in DATA.items())


def parts(folder) -> list[str]:
    return sorted(path.name for path in folder.glob("*.part"))


def ranges(server) -> list[str | None]:
    return [asked for path, asked in server.asked if path.endswith(LARGE.name)]


def test_files_are_fetched_checked_and_not_fetched_again(server, get):
    assert get() == [
        "small.json: missing",
        "large.bin: missing",
        "small.json: 10 bytes, and their SHA-256 is right",
        "large.bin: 3072000 bytes, and their SHA-256 is right",
    ]
    assert whole(get.folder)
    assert parts(get.folder) == []
    asked = len(server.asked)
    assert get() == ["small.json: right", "large.bin: right"]
    assert len(server.asked) == asked == 2


def test_progress_is_told_from_the_first_byte_to_the_last(server, get):
    seen = []
    get(watch=lambda file, done: seen.append((file.name, done)))
    large = [done for name, done in seen if name == LARGE.name]
    assert large == sorted(large)
    assert large[-1] == LARGE.size
    assert len(large) >= 3


def test_a_connection_that_breaks_is_resumed_where_it_broke(server, get):
    server.break_after = [1_000_000, 0, 500_000]
    get()
    assert whole(get.folder)
    assert ranges(server) == [None, "bytes=1000000-", "bytes=1000000-", "bytes=1500000-"]


def test_a_broken_download_is_gone_on_with_by_the_next_call(server, get):
    server.break_after = [1_000_000, 0]
    with pytest.raises(gpt2.FetchError) as caught:
        get(pauses=(0,))
    text = str(caught.value)
    assert "the connection ended after 1000000 of 3072000 bytes" in text
    assert f"1000000 bytes are kept in {get.folder / 'large.bin.part'}" in text
    assert (get.folder / "large.bin.part").read_bytes() == DATA["large.bin"][:1_000_000]
    assert not (get.folder / "large.bin").exists()
    server.asked.clear()
    get()
    assert ranges(server) == ["bytes=1000000-"]
    assert whole(get.folder)
    assert parts(get.folder) == []


def test_it_stays_patient_as_long_as_bytes_come(server, get):
    server.break_after = [100_000] * 20
    get(pauses=(0,))
    assert len(ranges(server)) == 21
    assert whole(get.folder)


def test_it_gives_up_where_no_bytes_come(server, get):
    server.break_after = [0] * 100
    with pytest.raises(gpt2.FetchError, match="Nothing was fetched"):
        get()
    assert len(ranges(server)) == 4


def test_a_server_without_ranges_is_read_from_the_start(server, get):
    server.ranges = False
    server.break_after = [1_000_000, 2_000_000]
    get()
    assert ranges(server) == [None, "bytes=1000000-", "bytes=2000000-"]
    assert whole(get.folder)


def test_a_server_without_ranges_that_breaks_at_one_place_is_given_up(server, get):
    server.ranges = False
    server.break_after = [1_000_000, 900_000] * 50
    with pytest.raises(gpt2.FetchError, match="the connection ended after"):
        get()
    assert len(server.asked) < 10


def test_tampered_bytes_never_get_the_files_name(server, get):
    data = bytearray(DATA["large.bin"])
    data[2_000_000] ^= 1
    server.data["large.bin"] = bytes(data)
    (get.folder / "large.bin").write_bytes(b"an older file")
    with pytest.raises(gpt2.FetchError, match=f"and the published file's is {LARGE.sha256}"):
        get()
    assert (get.folder / "large.bin").read_bytes() == b"an older file"
    assert parts(get.folder) == []
    server.data = dict(DATA)
    get()
    assert whole(get.folder)


def test_a_part_that_was_tampered_with_is_thrown_away_at_the_end(server, get):
    (get.folder / "large.bin.part").write_bytes(bytes(1000))
    with pytest.raises(gpt2.FetchError, match="It is thrown away"):
        get()
    assert parts(get.folder) == []
    get()
    assert whole(get.folder)


@pytest.mark.parametrize("size", [LARGE.size, LARGE.size + 1])
def test_a_part_of_full_size_or_more_is_checked_or_dropped(server, get, size):
    (get.folder / "large.bin.part").write_bytes((DATA["large.bin"] + b"x")[:size])
    get()
    assert whole(get.folder)
    assert len(ranges(server)) == (0 if size == LARGE.size else 1)


@pytest.mark.parametrize("size", [0, 100, LARGE.size - 1, LARGE.size + 1])
def test_a_file_of_another_size_is_not_even_read(server, get, size):
    server.data["large.bin"] = bytes(size)
    with pytest.raises(gpt2.FetchError, match=f"{size} bytes are offered, and the published file"):
        get()
    assert not (get.folder / "large.bin").exists()


@pytest.mark.parametrize("spoil", [b"", b"x", None])
def test_a_file_that_is_not_right_any_more_is_fetched_again(server, get, spoil):
    get()
    data = DATA["large.bin"]
    (get.folder / "large.bin").write_bytes(data[:-1] + b"?" if spoil is None else spoil)
    said = get()
    assert re.match(r"large.bin: (its SHA-256 is|\d bytes, and the published file has)", said[1])
    assert whole(get.folder)


def test_a_range_that_was_not_asked_for_is_refused(server, get):
    (get.folder / "large.bin.part").write_bytes(DATA["large.bin"][:1000])
    server.wrong_range = True
    with pytest.raises(gpt2.FetchError, match="asked for bytes from 1000, was sent 'bytes 1001-"):
        get()


def test_a_range_beyond_the_servers_file_starts_anew(server, get):
    (get.folder / "large.bin.part").write_bytes(DATA["large.bin"][:2000])
    server.data["large.bin"] = DATA["large.bin"][:1000]
    with pytest.raises(gpt2.FetchError, match="1000 bytes are offered"):
        get()
    assert ranges(server) == ["bytes=2000-", None]


def test_a_busy_server_is_asked_again(server, get):
    server.errors = [503, 429, 500]
    get()
    assert whole(get.folder)
    assert len(server.asked) == 5


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_refusal_is_not_repeated(server, get, status):
    server.errors = [status] * 9
    with pytest.raises(gpt2.FetchError, match=rf"small\.json: the server answers {status} "):
        get()
    assert len(server.asked) == 1


def test_a_redirection_keeps_the_range(server, get):
    server.redirects = True
    server.break_after = [1_000_000]
    get()
    assert whole(get.folder)
    assert [asked for path, asked in server.asked if path.startswith("/cdn")] == [
        None, None, "bytes=1000000-",
    ]  # fmt: skip


def test_no_connection_is_said_at_once(monkeypatch, get):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr(fetch.time, "sleep", lambda _: pytest.fail("waited"))
    with pytest.raises(gpt2.FetchError, match=r"no connection \(.*refused\)\. Nothing was fetched"):
        get(pauses=(1, 2, 4))


def test_no_room_is_said_before_anything_is_fetched(server, get, monkeypatch):
    usage = namedtuple("usage", "total used free")
    (get.folder / "large.bin.part").write_bytes(DATA["large.bin"][:1_072_010])
    need = 10 + LARGE.size - 1_072_010  # what came already needs no room
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(0, 0, need + fetch.SPARE - 1))
    with pytest.raises(gpt2.FetchError, match="no room: 2 MB are to come and 50 MB shall stay"):
        get()
    assert server.asked == []
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(0, 0, need + fetch.SPARE))
    get()
    assert whole(get.folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(0, 0, 0))
    assert get() == ["small.json: right", "large.bin: right"]  # nothing to fetch: no room needed


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full to write to")
def test_a_disk_that_fills_up_meanwhile_is_an_error_of_the_package(server, get):
    (get.folder / "small.json.part").symlink_to("/dev/full")
    with pytest.raises(gpt2.FetchError, match="No space left on device"):
        get()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "x").write_text("")
    with pytest.raises(gpt2.FetchError, match=r"x.*: (Not a directory|File exists)"):
        fetch.fetch(tmp_path / "x" / "y", FILES)


def test_two_at_once_do_not_write_to_one_folder(server, get):
    with (get.folder / ".lock").open("w") as lock:
        fetch.fcntl.flock(lock, fetch.fcntl.LOCK_EX)
        with pytest.raises(gpt2.FetchError, match="another process is fetching into it"):
            get()
    get()
    assert whole(get.folder)


def test_the_pins_are_of_one_revision_and_of_full_length():
    assert re.fullmatch(r"[0-9a-f]{40}", fetch.REVISION)
    assert all(re.fullmatch(r"[0-9a-f]{64}", file.sha256) for file in fetch.FILES)
    assert [file.name for file in fetch.FILES] == [
        "config.json", "vocab.json", "merges.txt", "model.safetensors",
    ]  # fmt: skip
    # The weights, the masks that old checkpoints hold beside them, and a header.
    weights = 4 * (gpt2.Config().parameters + 12 * 1024 * 1024)
    assert 0 < fetch.FILES[-1].size - weights < 20_000
    assert fetch.address(fetch.FILES[0]).startswith("https://huggingface.co/openai-community/gpt2/")


# The command.


@pytest.fixture
def command(monkeypatch, tmp_path):
    """fetch.py with the files of a small model in place of the published ones."""
    monkeypatch.delenv("STEPDOWN_MODEL", raising=False)
    config, p = tiny.copying(len(vocabulary()))
    source = tiny.save(tmp_path / "source", config, p, vocabulary())
    data = {file.name: (source / file.name).read_bytes() for file in fetch.FILES}
    files = tuple(
        fetch.File(name, len(x), hashlib.sha256(x).hexdigest()) for name, x in data.items()
    )
    monkeypatch.setattr(fetch, "FILES", files)
    monkeypatch.setattr(fetch.fetch, "__defaults__", (files,))
    monkeypatch.setattr(places, "FILES", files)
    monkeypatch.setattr(places, "DEFAULT", tmp_path / "models" / "gpt2")
    fetching.data, fetching.source = data, source
    return fetching


def test_make_model_fetches_checks_and_reads_the_model(server, command, capsys, monkeypatch):
    server.data = command.data
    assert places.published()[0] is None
    assert command.main([]) == 0
    out = capsys.readouterr().out
    assert "model.safetensors: missing" in out
    assert "478,720 parameters, 2 layers, 2 heads, width 128, 512 tokens" in out
    assert out.endswith("These are the published files, to the byte.\n")
    assert places.published() == (places.DEFAULT, "the published GPT-2, in models/gpt2")
    assert (places.DEFAULT / ".gitignore").read_text() == "*\n"
    assert command.main([]) == 0
    assert "model.safetensors: right" in capsys.readouterr().out


def test_without_a_network_one_line_says_what_to_do(command, capsys, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "*")
    assert command.main([]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    for said in (
        "error: http://127.0.0.1:9/openai-community/gpt2/resolve/",
        "no connection",
        "config.json, vocab.json, merges.txt, model.safetensors of openai-community/gpt2",
        str(places.DEFAULT),
        "STEPDOWN_MODEL=FOLDER",
        "a tiny model",
    ):
        assert said in err


def test_a_local_copy_is_read_and_never_written(command, capsys, monkeypatch):
    monkeypatch.setenv("STEPDOWN_MODEL", str(command.source))
    before = {path: path.stat().st_mtime_ns for path in command.source.iterdir()}
    assert command.main([]) == 0
    assert "These are the published files" in capsys.readouterr().out
    assert places.published()[0] == command.source
    path = command.source / "config.json"
    size = path.stat().st_size
    path.write_text(path.read_text() + "\n")
    assert command.main([]) == 0
    said = f"config.json: {size + 1} bytes, and the published file has {size}"
    assert said in capsys.readouterr().out
    weights = command.source / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1])
    assert command.main([]) == 1
    assert "is not a whole safetensors file" in capsys.readouterr().err
    assert {path.name for path in before} == {path.name for path in command.source.iterdir()}


def test_a_named_folder_that_is_not_there_is_an_error(command, capsys, monkeypatch):
    monkeypatch.setenv("STEPDOWN_MODEL", "/nowhere")
    assert command.main([]) == 1
    assert capsys.readouterr().err == "error: STEPDOWN_MODEL=/nowhere is not a folder\n"


def test_control_c_says_how_to_go_on(command, capsys, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(fetch, "fetch", interrupted)
    assert command.main([]) == 130
    assert "`make model` goes on from there" in capsys.readouterr().err


def test_make_has_the_target():
    done = subprocess.run(["make", "-n", "model"], cwd=ROOT, capture_output=True, text=True)
    assert "chapters/07-transformer/fetch.py" in done.stdout, done.stderr
