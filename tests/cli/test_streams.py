"""`chancery` as a separate process: with pipes, without streams, in a terminal."""

import contextlib
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chancery.cli import streams
from chancery.cli.command import start
from chancery.cli.main import main
from tests.soaking import sample
from tests.timeouts import PATIENCE

CHANCERY = [sys.executable, "-m", "chancery.cli.main"]
HARMFUL = ["\x1b[2JEve", "x\ny", "\u009b31m", "\ud800"]


@pytest.fixture
def table(tmp_path: Path) -> str:
    """A record from another source, with names that contain terminal commands."""
    path = tmp_path / "g.json"
    assert main(["new", "spada", str(path), "--seed", "1"]) == 0
    found = {**json.loads(path.read_text()), "names": HARMFUL}
    path.write_text(json.dumps(found))
    return str(path)


def chancery(*arguments: str, shell: str = "", **more: Any) -> subprocess.CompletedProcess[bytes]:
    """Run `chancery` with redirections in shell syntax."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100", **more.pop("env", {})}
    command = ["sh", "-c", f'"$@" {shell}', "sh", *CHANCERY, *arguments]
    done = subprocess.run(
        command, capture_output=True, timeout=PATIENCE, env=environment, check=False, **more
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    assert b"Exception ignored" not in done.stderr, done.stderr.decode()
    return done


def test_a_closed_pipe(table: str) -> None:
    """With `| head` the output exceeds the pipe's buffer and is not read to the end."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [*CHANCERY, "rules", "friedrich"], stdout=write, stderr=subprocess.PIPE, timeout=PATIENCE
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")
    script = '("$@"; echo $? >&2) | head -c 10'
    command = ["sh", "-c", script, "sh", *CHANCERY, "show", table, "--svg"]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    assert (done.stdout, done.stderr) == (b"<svg xmlns", b"0\n")


def test_a_full_output_device(table: str) -> None:
    for arguments in (["show", table], ["--help"]):
        done = chancery(*arguments, shell=">/dev/full", env={"PYTHONUNBUFFERED": ""})
        assert done.returncode == 2
        assert done.stderr == b"The output cannot be written: No space left on device\n"
    assert chancery("show", "nowhere.json", shell="2>/dev/full").returncode == 2


@pytest.mark.parametrize("closed", sample(["<&- >&- 2>&-", ">&-"], 1))
def test_closed_streams(table: str, closed: str) -> None:
    before = Path(table).read_bytes()
    assert chancery("act", table, "white", "jump", shell=closed).returncode == 1
    assert Path(table).read_bytes() == before
    done = chancery("act", table, "white", "pass", shell=closed)
    assert done.returncode == 0
    assert len(json.loads(Path(table).read_text())["log"]) == 1  # and it contains nothing else


def test_a_game_without_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    seats = ["--seats", "human,random,random,random", "--file", str(path)]
    assert chancery("play", "spada", *seats, shell="<&-").returncode == 0
    assert main(["check", str(path)]) == 0
    done = chancery("play", "spada", *seats, input=b"\xff\xfe\x00\n\xc3\n1\n")
    assert done.returncode == 0
    assert b"There is no action" in done.stderr


@pytest.mark.parametrize("encoding", sample(["ascii", "latin-1"], 1))
def test_narrow_encodings(table: str, encoding: str) -> None:
    environment = {"PYTHONIOENCODING": encoding}
    done = chancery("legal", table, "--language", "fr", env=environment)
    assert done.returncode == 0
    said = done.stdout.decode(encoding)
    assert {"ascii": "enchere"}.get(encoding, "enchère") in said
    done = chancery("act", table, "yellow", "jump", env=environment)
    assert '"jump"' in done.stderr.decode(encoding)


def test_files_are_utf8(table: str) -> None:
    """Pictures, JSON and data are the same bytes for any terminal encoding."""
    found = Path(table).read_text().replace("\\u001b[2JEve", "Zoë")
    Path(table).write_text(found)
    done = chancery("show", table, "--svg", env={"PYTHONIOENCODING": "ascii"})
    assert "Zoë" in done.stdout.decode("utf-8")


def test_a_narrow_locale(table: str) -> None:
    environment = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = chancery("show", table, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()


@pytest.mark.parametrize(
    "arguments",
    [
        ["show"], ["replay"], ["legal"], ["check"], ["show", "--json"], ["show", "--svg"],
        ["show", "--position"], ["act", "yellow", "pass"], ["legal", "--seat", HARMFUL[0]],
        ["act", "yellow", "\x1b[31m"], ["legal", "--seat", "\x1b]0;title\x07"],
    ],
)  # fmt: skip
def test_names_cannot_send_terminal_escapes(
    table: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    verb, *rest = arguments
    main([verb, table, *rest])
    said = "".join(capsys.readouterr())
    assert said
    for sign in ("\x1b", "\x07", "\u009b", "\ud800"):
        assert sign not in said
    if rest == ["--json"]:
        json.loads(said)
    if arguments == ["show"]:
        assert "\\x1b[2JEve" in said


def test_texts_in_a_bad_record_cannot_send_terminal_escapes(
    table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Path(table).read_text()
    line = '{"seat": "\\u001b[31m", "act": "\\u009b2J\\nThe record is sound."}'
    for changed in (
        text.replace('"log": []', f'"log": [{line}]'),
        text.replace('"game": "spada"', '"game": "\\u001b[31m"'),
        text.replace('"players"', '"\\u001b[31m\\nplayers"'),
    ):
        assert changed != text
        Path(table).write_text(changed)
        capsys.readouterr()
        assert main(["check", table]) == 1
        err = capsys.readouterr().err
        assert err.startswith(table)
        assert "\x1b" not in err
        assert "\u009b" not in err
        assert err.count("\n") == 1


def test_json_keeps_harmless_characters() -> None:
    plain = {"a\x1b": ["\u009b", "\ud800", "\u202e", "é", "\n"], "\x7f": 1}
    said = streams.harmless_json(json.dumps(plain, ensure_ascii=False))
    assert json.loads(said) == plain
    assert not streams.has_control(said)
    assert "é" in said


# -- in a terminal --------------------------------------------------------------------------


def in_a_terminal(arguments: list[str], answer: Callable[[str], str | None]) -> tuple[str, int]:
    """Run in a pseudo-terminal; `answer` gets the output so far and returns what to type."""
    child, terminal = pty.fork()
    if child == 0:
        heed_ctrl_c()
        os.environ.update(TERM="xterm", COLUMNS="120", LC_ALL="C.UTF-8")
        os.execv(CHANCERY[0], [*CHANCERY, *arguments])
    screen, tries, last = b"", 0, ""
    with contextlib.suppress(OSError):  # the end of the terminal's output
        while True:
            if not select.select([terminal], [], [], 5)[0]:
                tries += 1
                if tries == 36:
                    os.kill(child, signal.SIGKILL)
                    raise AssertionError(screen.decode("utf-8", "replace"))
                if last == "\x03":
                    # readline may not have been waiting yet: send it again, as a person would
                    os.write(terminal, b"\x03")
                continue
            piece = os.read(terminal, 10_000)
            if not piece:
                break
            screen += piece
            while (typed := answer(screen.decode("utf-8", "replace"))) is not None:
                last = typed
                os.write(terminal, typed.encode())
    os.close(terminal)
    return screen.decode(), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_game_in_a_real_terminal(tmp_path: Path) -> None:
    """Colours work, names cannot inject any, and Ctrl-C keeps the game."""
    path = tmp_path / "g.json"
    steps = iter(
        [
            ("Players (", "3\n"), ("Players at this screen", "1\n"),
            ("Name of", "Anna (the first)\n"), (">\x1b[0m ", "rules spring.bid\n"),
            ("§spring.open", ""), (">\x1b[0m ", "\x03"),
        ]
    )  # fmt: skip
    wanted, typed = next(steps)
    seen = 0

    def answer(screen: str) -> str | None:
        nonlocal wanted, typed, seen
        if not wanted or wanted not in screen[seen:]:
            return None
        seen = screen.index(wanted, seen) + len(wanted)
        said = typed
        wanted, typed = next(steps, ("", ""))
        return said

    screen, code = in_a_terminal(["play", "spada", "--seed", "2", "--file", str(path)], answer)
    assert not wanted, screen
    assert code == 0
    assert "Traceback" not in screen
    assert "\x1b[1m" in screen
    assert json.loads(path.read_text())["names"][0] == "Anna (the first)"


# -- Ctrl-C ---------------------------------------------------------------------------------


def children(parent: int) -> list[int]:
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = [line.split() for line in listed.stdout.splitlines()]
    return [int(pid) for pid, above in pairs if int(above) == parent]


def patiently(wanted: Callable[[], bool]) -> None:
    """Wait until a condition holds, for two minutes at most."""
    until = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < until
        time.sleep(0.2)  # looking for processes is work, too


def heed_ctrl_c() -> None:
    """Restore the default of SIGINT, which processes of a background shell ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("jobs", sample([2, 1], 1))
def test_ctrl_c_ends_an_arena_at_once(jobs: int) -> None:
    """The tournament would take an hour, so a process that waits for its batches fails the test.

    The output ends only when every process that could write to it has ended.
    """
    seats = "random,random,random,random"
    arguments = ["arena", "spada", "--seats", seats, "--games", "100000", "--jobs", str(jobs)]
    process = subprocess.Popen(
        [*CHANCERY, *arguments],
        start_new_session=True,  # Ctrl-C in a terminal goes to the whole process group
        preexec_fn=heed_ctrl_c,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        patiently(lambda: jobs == 1 or len(children(process.pid)) >= jobs)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert out == b""
    if jobs > 1:  # with one, Python itself may still have been loading
        assert process.returncode == 130
        assert err.strip() == b""


def test_ctrl_c_while_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loading:
        def __getattr__(self, name: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "chancery.cli.main", Loading())  # type: ignore[arg-type]
    assert start() == 130


def runs(number: int) -> bool:
    """Whether a process exists and is not a zombie."""
    command = ["ps", "-o", "stat=", "-p", str(number)]
    found = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return bool(found) and not found.startswith("Z")


def test_killing_the_command_ends_its_helpers() -> None:
    """Worker processes end with the arena that started them."""
    four = ["--seats", "random,random,random,random", "--games", "100000", "--jobs", "2"]
    command = [*CHANCERY, "arena", "spada", *four]
    arena = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        patiently(lambda: len(children(arena.pid)) >= 3)  # two workers, and the resource tracker
        helpers = children(arena.pid)
    finally:
        arena.kill()
        arena.wait()
    patiently(lambda: not any(map(runs, helpers)))
