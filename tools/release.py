"""Build and check a release: wheel, sdist, bill of materials and checksums in dist/.

`make release` refuses a tree that differs from the last commit, that `make test` has not passed as
it is, whose version is not in CHANGELOG.md with its date, or that has been released already. It
publishes nothing: it prints what to do next. `make packages` builds and installs without asking.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent.parent
TESTED = HERE / ".venv" / "tested"  # the tree that `make test` has passed
PYTHONS = ("3.11", "3.12", "3.13")
PORT = 8765
PATIENCE = 90  # seconds until an installed site answers
_PIN = re.compile(r"^([a-z0-9.-]+)==(\S+)(?: ; ([^\\]+?))?(?: \\)?$")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class Refused(Exception):
    """A release that must not be made, with the reason."""


def git(*arguments: str, folder: Path = HERE) -> str:
    """Return what git prints."""
    call = ["git", *arguments]
    return subprocess.run(call, cwd=folder, check=True, capture_output=True, text=True).stdout


def tree(folder: Path = HERE) -> str:
    """Return the digest of the committed tree; raises Refused if the files differ from it."""
    if changed := git("status", "--porcelain", folder=folder).splitlines():
        raise Refused(
            f"{len(changed)} files are not as committed, the first is {changed[0][3:]}: commit or"
            " remove them"
        )
    return git("rev-parse", "HEAD^{tree}", folder=folder).strip()


def note_passed(folder: Path = HERE, tested: Path = TESTED) -> None:
    """Note that the tests have passed for this tree, if it is as committed."""
    try:
        digest = tree(folder)
    except (Refused, OSError, subprocess.CalledProcessError):
        tested.unlink(missing_ok=True)
    else:
        tested.write_text(digest)


def check(version: str, folder: Path = HERE, tested: Path = TESTED) -> None:
    """Raise Refused unless this tree may be released as this version."""
    digest = tree(folder)
    if not tested.exists() or tested.read_text() != digest:
        raise Refused("`make test` has not passed for this commit: run it")
    first = re.search(r"^## (.*)$", (folder / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    heading = first[1] if first else ""
    if not re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", heading):
        raise Refused(f"CHANGELOG.md begins with “{heading}”, not with “{version} (DATE)”")
    if git("tag", "--list", f"v{version}", folder=folder).strip():
        raise Refused(f"v{version} has been released: raise __version__")


# -- packages -----------------------------------------------------------------------------------


def build(target: Path) -> tuple[Path, Path]:
    """Build the sdist, and from it the wheel; return both."""
    shutil.rmtree(target, ignore_errors=True)
    when = git("log", "-1", "--format=%ct").strip()
    call = [sys.executable, "-m", "uv", "build", "--quiet", "--no-build-isolation"]
    env = {**os.environ, "SOURCE_DATE_EPOCH": when}  # the same commit gives the same files
    subprocess.run([*call, "--out-dir", str(target)], cwd=HERE, env=env, check=True)
    (wheel,), (sdist,) = target.glob("*.whl"), target.glob("*.tar.gz")
    return wheel, sdist


def install(wheel: Path, version: str, python: str, *, site: bool) -> None:
    """Install the wheel with locked dependencies into a fresh environment, and use it there; with
    `site` also open the site."""
    with tempfile.TemporaryDirectory(prefix="chancery-") as name:
        folder = Path(name)
        env = {"PATH": os.environ["PATH"], "PYENV_VERSION": _exact(python), "HOME": name}
        command = [f"python{python}", "-m", "venv", str(folder / "venv")]
        subprocess.run(command, env=env, check=True, cwd=name)
        run = folder / "venv" / "bin"
        pip = [str(run / "python"), "-m", "pip", "install", "--quiet"]
        env = {**os.environ, "PYTHONPATH": "", "HOME": name, "CHANCERY_HOME": str(folder / "home")}
        env["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
        locked = HERE / "requirements" / ("web.txt" if site else "core.txt")
        for what in (["--require-hashes", "-r", str(locked)], ["--no-deps", str(wheel)]):
            subprocess.run([*pip, *what], env=env, check=True, cwd=name)

        def chancery(*arguments: str) -> str:
            call = [str(run / "chancery"), *arguments]
            return subprocess.run(
                call, env=env, check=True, cwd=name, stdout=subprocess.PIPE, text=True
            ).stdout

        if (said := chancery("--version").strip()) != f"chancery {version}":
            raise Refused(f"the installed package says “{said}”")
        chancery("new", "spada", "game.json", "--option", "players=3", "--names", "A,B,C")
        chancery("check", "game.json")
        if site:
            _serve([str(run / "chancery"), "serve", "--port", str(PORT)], env, name)
    print(f"installed and used on Python {python}{', with the site' if site else ''}")


def _exact(python: str) -> str:
    """Return the newest version of pyenv for a Python; empty without pyenv."""
    if not shutil.which("pyenv"):
        return ""
    call = ["pyenv", "latest", python]
    return subprocess.run(call, capture_output=True, text=True, check=False).stdout.strip()


def _serve(command: Sequence[str], env: dict[str, str], folder: str) -> None:
    """Run the site until it has answered with its front page and a static file."""
    server = subprocess.Popen(command, env=env, cwd=folder, stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                page = _read("/")
                break
            except OSError:
                if time.monotonic() > until or server.poll() is not None:
                    raise Refused("the installed site does not answer") from None
                time.sleep(0.5)
        sheet = re.search(r'href="(/static/[^"]*web/site[^"]*\.css)"', page)
        if sheet is None or "--paper" not in _read(sheet[1]):
            raise Refused("the installed site lacks its static files")
    finally:
        server.terminate()
        server.wait()


def _read(path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}", timeout=20) as answer:
        return str(answer.read().decode())


def present(python: str) -> bool:
    """Whether a Python of this version can be started here."""
    env = {**os.environ, "PYENV_VERSION": _exact(python)}
    call = [f"python{python}", "-c", ""]
    return bool(
        shutil.which(call[0])
        and subprocess.run(call, env=env, capture_output=True, check=False).returncode == 0
    )


def packages(version: str, target: Path) -> tuple[Path, Path]:
    """Build both packages and use them on every Python that is here."""
    wheel, sdist = build(target)
    here = [python for python in PYTHONS if present(python)]
    for python in here:
        install(wheel, version, python, site=python == here[-1])
    if missing := set(PYTHONS) - set(here):
        print("not here, so not tried: Python", ", ".join(sorted(missing)))
    return wheel, sdist


# -- the bill of materials ----------------------------------------------------------------------


def bill_of_materials(version: str, lock: str, when: str) -> dict[str, Any]:
    """Return what a site is made of, as CycloneDX: every locked dependency with its hashes."""
    components: list[dict[str, Any]] = []
    for line in lock.splitlines():
        if pin := _PIN.match(line):
            name, number, marker = pin.groups()
            part: dict[str, Any] = {
                "type": "library",
                "name": name,
                "version": number,
                "purl": f"pkg:pypi/{name}@{number}",
                "hashes": [],
            }
            if marker:
                part["properties"] = [{"name": "chancery:only-if", "value": marker}]
            components.append(part)
        for digest in _HASH.findall(line):
            components[-1]["hashes"].append({"alg": "SHA-256", "content": digest})
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": when,
            "component": {
                "type": "application",
                "name": "chancery-games",
                "version": version,
                "purl": f"pkg:pypi/chancery-games@{version}",
                "licenses": [{"license": {"id": "MIT"}}],
            },
        },
        "components": components,
    }


def release(version: str, target: Path) -> None:
    """Check the tree, and make all files of a release."""
    check(version)
    files = [*packages(version, target)]
    bill = target / f"chancery_games-{version}.cdx.json"
    lock = (HERE / "requirements" / "web.txt").read_text("utf-8")
    when = git("log", "-1", "--format=%cI").strip()
    bill.write_text(json.dumps(bill_of_materials(version, lock, when), indent=1) + "\n")
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in [*files, bill]
    ]
    (target / "SHA256SUMS").write_text("".join(sums))
    print(f"dist/ has version {version}. To publish it:")
    print(f"  git tag -a v{version} -m 'Chancery {version}' && git push origin v{version}")
    print(f"  uv publish dist/{files[0].name} dist/{files[1].name}")
    print("  and put the bill of materials and SHA256SUMS beside the release notes")


def main(what: str = "release") -> int:
    """Do what is asked; return the exit code."""
    if what == "passed":
        note_passed()
        return 0
    from chancery import __version__

    try:
        {"release": release, "packages": packages}[what](__version__, HERE / "dist")
    except Refused as refused:
        print(f"refused: {refused}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
