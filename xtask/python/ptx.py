"""Compiles kernel files to PTX, and PTX to machine code, with NVIDIA's wheels: needs neither a GPU nor CUDA.

python ptx.py KERNELS WHEELS OUT [--ptx-only]: for each .cu in KERNELS writes OUT/name.ptx, and OUT/sm_XX/name.cubin.z for each
architecture that KERNELS/options.txt names.
"""

import ctypes
import hashlib
import pathlib
import subprocess
import sys
import zipfile
import zlib


def unpacked(requirement, wheels):
    """The folder of a wheel's contents, fetched with pip if it is not there yet."""
    folder = wheels / requirement.replace("==", "-")
    if not folder.is_dir():
        wheels.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*pip, "--only-binary=:all:", "--dest", str(wheels), requirement], check=True)
        name, version = requirement.split("==")
        wheel = next(wheels.glob(f"{name.replace('-', '_')}-{version}-*.whl"))
        zipfile.ZipFile(wheel).extractall(folder)
    return folder


def digest(kernels):
    """What the output is made of: every file of the folder by name and content."""
    whole = hashlib.sha256()
    files = {path.relative_to(kernels).as_posix(): path for path in kernels.rglob("*") if path.is_file()}
    for name, path in sorted(files.items()):
        whole.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


def loaded(folder):
    """NVRTC. It opens its own helper by name, so that has to be loaded already."""
    libraries = folder / "nvidia/cuda_nvrtc/lib"
    for helper in libraries.glob("libnvrtc-builtins.so.*"):
        ctypes.CDLL(str(helper), mode=ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(str(next(libraries.glob("libnvrtc.so.*"))))


def to_ptx(nvrtc, source, options):
    program = ctypes.c_void_p()
    made = nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.read_bytes(), source.name.encode(), 0, None, None)
    check(nvrtc, made)
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
    # The compiler's own comments say which machine's clock it had.
    return "\n".join(line for line in ptx.value.decode().splitlines() if not line.startswith("//")).strip() + "\n"


def check(nvrtc, result):
    if result:
        nvrtc.nvrtcGetErrorString.restype = ctypes.c_char_p
        sys.exit(f"NVRTC: {nvrtc.nvrtcGetErrorString(result).decode()}")


def to_machine_code(ptxas, ptx, architecture, work):
    made = work / "made.cubin"
    subprocess.run([str(ptxas), f"-arch={architecture}", str(ptx), "-o", str(made)], check=True)
    code = made.read_bytes()
    made.unlink()
    return code


def main():
    kernels, wheels, out = map(pathlib.Path, sys.argv[1:4])
    words = (kernels / "options.txt").read_text().split()
    compiler, assembler = (word for word in words if "==" in word)
    options = [word for word in words if word.startswith("--")] + [f"--include-path={kernels}"]
    architectures = [word for word in words if word.startswith("sm_")]
    nvrtc = loaded(unpacked(compiler, wheels))
    out.mkdir(parents=True, exist_ok=True)
    sources = digest(kernels)
    for source in sorted(kernels.glob("*.cu")):
        ptx = out / f"{source.stem}.ptx"
        # The first line says what the file was made of.
        ptx.write_text(f"// {source.name} of sources {sources}\n" + to_ptx(nvrtc, source, options))
        sizes = []
        for architecture in [] if "--ptx-only" in sys.argv else architectures:
            ptxas = unpacked(assembler, wheels) / "nvidia/cuda_nvcc/bin/ptxas"
            ptxas.chmod(0o755)
            (out / architecture).mkdir(exist_ok=True)
            code = zlib.compress(to_machine_code(ptxas, ptx, architecture, out), 9)
            (out / architecture / f"{source.stem}.cubin.z").write_bytes(code)
            sizes.append(f"{architecture} {len(code) // 1024}")
        print(f"{source.stem}: {ptx.stat().st_size // 1024} KiB of PTX; packed {', '.join(sizes)}")
    if "--ptx-only" not in sys.argv:
        (out / "sources.txt").write_text(sources + "\n")


main()
