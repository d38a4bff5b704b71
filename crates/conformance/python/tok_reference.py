"""The DSL of tokpidjin as its checkout ships it: every public function wrapped, none raises."""

import importlib
import os
import pathlib
import subprocess
import sys
from types import FunctionType, ModuleType

VARIABLE = "MEGABATT_TOKPIDJIN"
HELP = f"""
This runs the DSL of tokpidjin and needs a checkout of it:
    git clone https://github.com/pierreb4/tokpidjin DIR
Name it with --reference DIR or {VARIABLE}=DIR. Its dsl.py needs numpy."""


def checkout(named: str | None) -> pathlib.Path:
    """The folder of the checkout; ends with an explanation where there is none."""
    folder = named or os.environ.get(VARIABLE)
    if not folder or not (pathlib.Path(folder) / "dsl.py").exists():
        sys.exit(HELP)
    return pathlib.Path(folder).resolve()


def commit(folder: pathlib.Path) -> str:
    """The commit that is checked out."""
    command = ["git", "-C", str(folder), "rev-parse", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def load(folder: pathlib.Path) -> ModuleType:
    """The module, fresh: loading it again gives functions at other addresses."""
    os.environ["EXPECT_GPU"] = "0"
    sys.path.insert(0, str(folder))
    for name in ("dsl", "safe_dsl", "arc_types"):
        sys.modules.pop(name, None)
    try:
        return importlib.import_module("dsl")
    except ImportError as e:
        sys.exit(f"{folder}/dsl.py cannot be imported: {e}{HELP}")
    finally:
        sys.path.remove(str(folder))


def functions(dsl: ModuleType) -> dict[str, FunctionType]:
    """The public functions, aliases included, in the order of their names."""
    found = {name: f for name, f in vars(dsl).items() if hasattr(f, "_original_argcount")}
    return dict(sorted(found.items()))
