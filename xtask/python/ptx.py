"""Compiles kernel files to PTX with NVRTC out of a wheel: needs neither a GPU nor CUDA.

python ptx.py KERNELS WHEELS OUT: for each .cu in KERNELS writes OUT/name.ptx.
"""

import ctypes
import hashlib
import pathlib
import subprocess
import sys
import zipfile


def library(requirement, wheels):
    """The path of NVRTC, fetched with pip if it is not there yet."""
    folder = wheels / requirement.replace("==", "-")
    found = sorted(folder.glob("nvidia/cuda_nvrtc/lib/libnvrtc.so.*"))
    if not found:
        wheels.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*pip, "--only-binary=:all:", "--dest", str(wheels), requirement], check=True)
        name, version = requirement.split("==")
        wheel = next(wheels.glob(f"{name.replace('-', '_')}-{version}-*.whl"))
        zipfile.ZipFile(wheel).extractall(folder)
        found = sorted(folder.glob("nvidia/cuda_nvrtc/lib/libnvrtc.so.*"))
    return found[0]


def digest(kernels):
    """What the PTX is made of: every file of the folder by name and content."""
    whole = hashlib.sha256()
    for path in sorted(kernels.iterdir(), key=lambda path: path.name):
        whole.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


def compile_unit(nvrtc, source, options):
    program = ctypes.c_void_p()
    check(nvrtc, nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.read_bytes(), source.name.encode(), 0, None, None))
    words = (ctypes.c_char_p * len(options))(*[option.encode() for option in options])
    result = nvrtc.nvrtcCompileProgram(program, len(options), words)
    size = ctypes.c_size_t()
    check(nvrtc, nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size)))
    log = ctypes.create_string_buffer(size.value)
    check(nvrtc, nvrtc.nvrtcGetProgramLog(program, log))
    text = log.value.decode().strip()
    if text:
        print(text, file=sys.stderr)
    check(nvrtc, result)
    check(nvrtc, nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size)))
    ptx = ctypes.create_string_buffer(size.value)
    check(nvrtc, nvrtc.nvrtcGetPTX(program, ptx))
    return ptx.value.decode()


def check(nvrtc, result):
    if result:
        nvrtc.nvrtcGetErrorString.restype = ctypes.c_char_p
        sys.exit(f"NVRTC: {nvrtc.nvrtcGetErrorString(result).decode()}")


def main():
    kernels, wheels, out = map(pathlib.Path, sys.argv[1:4])
    requirement, *options = (kernels / "options.txt").read_text().split()
    path = library(requirement, wheels)
    # NVRTC opens its own helper by name, so that has to be loaded already.
    for helper in path.parent.glob("libnvrtc-builtins.so.*"):
        ctypes.CDLL(str(helper), mode=ctypes.RTLD_GLOBAL)
    nvrtc = ctypes.CDLL(str(path))
    options.append(f"--include-path={kernels}")
    out.mkdir(parents=True, exist_ok=True)
    for source in sorted(kernels.glob("*.cu")):
        ptx = compile_unit(nvrtc, source, options)
        # The file's first line says what it was made of; the compiler's own comments say which machine's clock it had.
        lines = [line for line in ptx.splitlines() if not line.startswith("//")]
        header = f"// {source.name} of sources {digest(kernels)}\n"
        (out / f"{source.stem}.ptx").write_text(header + "\n".join(lines).strip() + "\n")
        print(f"{source.stem}.ptx: {len(ptx) // 1024} KiB")


main()
