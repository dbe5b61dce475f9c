#!/usr/bin/env python3
"""Does a stall give the turn of a warp away? Changes stall counts and yield flags in the machine code (sm_90) of the loop of fma
beside hotspot in smk.cu, and measures the two together. Run it in this folder: python3 yield.py"""
import re
import struct
import subprocess
import tempfile

FFMA, BRA = 0x423, 0x947  # opcodes: the lowest 12 bits of an instruction of 16 bytes
YIELD = True


def sections(elf):
    """Yields name and content of the sections of a cubin."""
    at, = struct.unpack_from('<Q', elf, 0x28)
    size, count, names = struct.unpack_from('<HHH', elf, 0x3A)
    headers = [struct.unpack_from('<IIQQQQ', elf, at + i * size) for i in range(count)]
    strings = headers[names][4]
    for name, _, _, _, offset, length in headers:
        start = strings + name
        yield elf[start:elf.index(b'\0', start)].decode(), elf[offset:offset + length]


def opcode(code, at):
    return struct.unpack_from('<Q', code, at)[0] & 0xFFF


def control(code, at, cycles, yields):
    """Sets bits 105 to 108, the stall count, and bit 109, which is 0 where the warp yields."""
    high = struct.unpack_from('<Q', code, at + 8)[0] & ~(0x1F << 41)
    struct.pack_into('<Q', code, at + 8, high | (cycles | (0 if yields else 16)) << 41)


def main():
    with tempfile.TemporaryDirectory() as folder:
        build = ['nvcc', '-O3', '-gencode', 'arch=compute_90,code=sm_90', 'smk.cu']
        subprocess.run(build + ['-no-compress', '-o', folder + '/smk'], check=True)
        subprocess.run(build + ['-cubin', '-o', folder + '/cubin'], check=True)
        program = open(folder + '/smk', 'rb').read()
        code = next(c for n, c in sections(open(folder + '/cubin', 'rb').read()) if n.startswith('.text') and '7Hotspot3FmaE' in n)
        function = program.index(code)
        places = range(0, len(code), 16)
        first = next(i for i in places if opcode(code, i) == FFMA)
        branch = next(i for i in places if i > first and opcode(code, i) == BRA)
        fmas = [i for i in places if first <= i < branch and opcode(code, i) == FFMA]
        head = [first - 32, first - 16]
        variants = {
            'as compiled: both instructions at the head stall 2 cycles': {},
            'the first yields': {head[0]: (2, YIELD)},
            'the second yields': {head[1]: (2, YIELD)},
            'the branch yields': {branch: (6, YIELD)},
            'the second stalls 4': {head[0]: (1, False), head[1]: (4, False)},
            'the second stalls 4 and yields': {head[0]: (1, False), head[1]: (4, YIELD)},
            'an FMA stalls 6': {fmas[20]: (6, False)},
            'an FMA yields': {fmas[20]: (1, YIELD)},
            'every 8th FMA stalls 4': {i: (4, False) for i in fmas[::8]},
            'every 8th FMA yields': {i: (1, YIELD) for i in fmas[::8]},
            'each FMA stalls 2': {i: (2, False) for i in fmas},
            'each FMA stalls 4': {i: (4, False) for i in fmas},
            'each FMA yields': {i: (1, YIELD) for i in fmas},
        }
        for name, changes in variants.items():
            changed = bytearray(program)
            for place, (cycles, yields) in changes.items():
                control(changed, function + place, cycles, yields)
            with open(folder + '/changed', 'wb') as file:
                file.write(changed)
            subprocess.run(['chmod', '+x', folder + '/changed'], check=True)
            line = []
            for blocks in ((7, 1), (4, 4)):
                out = subprocess.run([folder + '/changed', 'pair', 'hotspot', 'fma', *map(str, blocks)], check=True, capture_output=True, text=True)
                line += [float(x) / 1e6 for x in re.search(r'"rates":\[([^\]]*)\]', out.stdout).group(1).split(',')]
            print(f'{name}: million units per second of hotspot and fma, 7 and 1 thread blocks: {line[0]:.1f} {line[1]:.2f}, 4 and 4: {line[2]:.1f} {line[3]:.2f}', flush=True)


main()
