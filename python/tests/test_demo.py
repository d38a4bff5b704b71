"""The demo's tasks are what its generator writes."""

import pathlib
import subprocess
import sys


def test_tasks_are_written_again_byte_for_byte(demo: pathlib.Path, tmp_path: pathlib.Path) -> None:
    subprocess.run([sys.executable, "-B", str(demo / "make_tasks.py"), str(tmp_path)], check=True, capture_output=True)
    written = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert len(written) == 41 and written == {file.name: file.read_bytes() for file in (demo / "tasks").iterdir()}
