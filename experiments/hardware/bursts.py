#!/usr/bin/env python3
"""Who issues where a warp of FMAs ends a burst? Sets the yield flags in the machine code (sm_90) of bursts.cu and prints, for some numbers
of warps, the cycles of a step of the chain beside them and a piece of the run. Run it in this folder: python3 bursts.py"""
import os
import struct
import subprocess
import tempfile

from turns import FFMA, control, sections

ADDEND, LDS, CS2R, BRA = 0x3EC00000, 0x984, 0x805, 0x947


def opcode(code, at):
    return struct.unpack_from('<Q', code, at)[0] & 0xFFF


def main():
    with tempfile.TemporaryDirectory() as folder:
        build = ['nvcc', '-O3', '-std=c++17', '-gencode', 'arch=compute_90,code=sm_90', 'bursts.cu']
        subprocess.run(build + ['-no-compress', '-o', folder + '/bursts'], check=True)
        subprocess.run(build + ['-cubin', '-o', folder + '/cubin'], check=True)
        program = open(folder + '/bursts', 'rb').read()
        code = next(c for n, c in sections(open(folder + '/cubin', 'rb').read()) if n.startswith('.text'))
        function = program.index(code)
        every = range(0, len(code), 16)
        fmas = [at for at in every if opcode(code, at) == FFMA and struct.unpack_from('<Q', code, at)[0] >> 32 == ADDEND]
        clocks = [at + 16 for at in every[:-1] if opcode(code, at) == LDS and opcode(code, at + 16) == CS2R]
        head = next(at for at in range(fmas[0], 0, -16) if opcode(code, at) == CS2R)
        branch = next(at for at in range(fmas[-1], len(code), 16) if opcode(code, at) == BRA)
        for yields in (False, True):
            for chain in (False, True):
                changed = bytearray(program)
                for at in range(head, branch + 16, 16):
                    control(changed, function + at, 1 if at in fmas else None, False)
                if yields:
                    control(changed, function + fmas[0] - 16, 2, True)
                for at in clocks:
                    control(changed, function + at, 3, chain)
                with open(folder + '/changed', 'wb') as file:
                    file.write(changed)
                os.chmod(folder + '/changed', 0o755)
                print('a burst is preceded by an instruction that yields:' if yields else 'bursts never yield:', end=' ')
                print('the chain yields' if chain else 'the chain does not yield')
                for warps in (1, 2, 4, 6):
                    for first in (1, 0):
                        run = subprocess.run([folder + '/changed', str(warps), str(first)], check=True, capture_output=True, text=True)
                        print(f"  {warps} warps of FMAs, the chain came {'first' if first else 'last'}: {run.stdout.strip()}", flush=True)


main()
