#!/usr/bin/env python3
"""Which warp goes on after a stall? Changes stall counts and yield flags in the machine code (sm_90) of the two loops of turns.cu,
measures what each issues, and puts a model of one scheduler beside. Run it in this folder: python3 turns.py, or python3 turns.py model
for the model alone."""
import os
import struct
import subprocess
import sys
import tempfile

FFMA, IADD3, ISETP = 0x423, 0x810, 0x80C
ADDENDS = {0x3E800000: 0, 0x3EC00000: 1}  # of the older and of the younger
REUSE = 15 << 58  # with these flags an FMA that yields takes 4 cycles, which the compiler never asks for
BURST = 128
BRANCH, HEAD = 10, [(1, False), (4, False), (5, False)]  # cycles of the taken branch; then HFMA2, IADD3, ISETP, which do not yield here
OUTER = [(6, True), (2, False), (2, False), (4, True), (2, False), (2, False), (2, False), (7, True), (4, True), (2, False), (11, False), (7, True)]

# the FMAs of the older, of the younger, warps of each; 'E8S4Y': every eighth stalls 4 cycles and yields
CASES = [
    ('S1', 'S1', '1,1 2,1 1,2 2,2'), ('S2', 'S1', '1,1 2,1 1,2'), ('S1', 'S2', '1,1 2,1 1,2'), ('S2', 'S2', '2,1 1,2 2,2 4,2'),
    ('S2Y', 'S2Y', '2,2 4,0'), ('S4', 'S4', '2,2 4,1 4,2 4,4'), ('S4Y', 'S4', '2,1 1,4'), ('S4', 'S1', '1,1 4,1'), ('S4Y', 'S1', '1,1 4,1'),
    ('S1', 'S4', '1,4 2,4'), ('S1', 'S4Y', '1,4 2,4'), ('E8S4', 'E8S4', '1,1 2,2'), ('E8S4Y', 'E8S4Y', '1,1 2,2'), ('E8S4', 'S4', '1,4'),
    ('E8S4Y', 'S4', '2,1 1,4'), ('S1', 'E8S4', '1,2 1,4 2,4'), ('S1', 'E8S4Y', '1,2 1,4 2,4'), ('E8S4', 'S1', '1,1 1,2'), ('S1', 'E32S2', '1,1 1,2'),
]


def pattern(name):
    """Returns stall count and yield flag of each FMA of a loop."""
    every, stall = name.rstrip('Y').lstrip('E').rsplit('S', 1)
    step = int(every) if every else 1
    return [(int(stall), name.endswith('Y')) if i % step == 0 else (1, False) for i in range(BURST)]


class Warp:
    """A warp in its loop: its instructions, when it can issue, whether its last instruction yielded."""

    def __init__(self, number, fmas):
        inner = fmas + [(BRANCH, False)] + HEAD
        last = fmas + [(BRANCH, False)] + OUTER + HEAD[1:]
        self.code = inner * 15 + last
        self.fmas = [i % len(inner) < BURST for i in range(15 * len(inner))] + [i < BURST for i in range(len(last))]
        self.at, self.ready, self.keeps, self.issued = number * 469 % len(self.code), 0, False, 0


def model(older, younger, a, b, cycles=60000):
    """Who issued in the cycle before goes on; else the oldest of those that did not yield; else the oldest."""
    warps = [Warp(n, pattern(older if n < a else younger)) for n in range(a + b)]
    last, when = None, -2
    for cycle in range(cycles):
        can = [w for w in warps if w.ready <= cycle]
        if not can:
            continue
        if when == cycle - 1 and last in can:
            chosen = last
        else:
            chosen = next((w for w in can if w.keeps), can[0])
        stall, yields = chosen.code[chosen.at]
        chosen.ready, chosen.keeps = cycle + (max(stall, 2) if yields else stall), not yields
        chosen.issued += chosen.fmas[chosen.at]
        chosen.at = (chosen.at + 1) % len(chosen.code)
        last, when = chosen, cycle
    return [sum(w.issued for w in group) / cycles for group in (warps[:a], warps[a:])]


def sections(elf):
    """Yields name and content of the sections of a cubin."""
    at, = struct.unpack_from('<Q', elf, 0x28)
    size, count, names = struct.unpack_from('<HHH', elf, 0x3A)
    headers = [struct.unpack_from('<IIQQQQ', elf, at + i * size) for i in range(count)]
    strings = headers[names][4]
    for name, _, _, _, offset, length in headers:
        start = strings + name
        yield elf[start:elf.index(b'\0', start)].decode(), elf[offset:offset + length]


def control(code, at, cycles, yields):
    """Sets bits 105 to 108, the stall count (kept where None), and bit 109, which is 0 where the warp yields; clears reuse."""
    high = struct.unpack_from('<Q', code, at + 8)[0]
    stall = high >> 41 & 15 if cycles is None else cycles
    struct.pack_into('<Q', code, at + 8, high & ~(0x1F << 41 | REUSE) | (stall | (0 if yields else 16)) << 41)


class Device:
    """The program, with the places of the FMAs of both loops."""

    def __init__(self, folder):
        self.folder = folder
        build = ['nvcc', '-O3', '-gencode', 'arch=compute_90,code=sm_90', 'turns.cu']
        subprocess.run(build + ['-no-compress', '-o', folder + '/turns'], check=True)
        subprocess.run(build + ['-cubin', '-o', folder + '/cubin'], check=True)
        self.program = open(folder + '/turns', 'rb').read()
        code = next(c for n, c in sections(open(folder + '/cubin', 'rb').read()) if n.startswith('.text'))
        self.function = self.program.index(code)
        self.fmas, self.heads = ([], []), []
        for at in range(0, len(code), 16):
            low = struct.unpack_from('<Q', code, at)[0]
            if low & 0xFFF == FFMA and low >> 32 in ADDENDS:
                self.fmas[ADDENDS[low >> 32]].append(at)
        for fmas in self.fmas:
            before = range(fmas[0] - 48, fmas[0], 16)
            self.heads += [at for at in before if struct.unpack_from('<Q', code, at)[0] & 0xFFF in (IADD3, ISETP)]

    def change(self, older, younger):
        code = bytearray(self.program)
        for at in self.heads:
            control(code, self.function + at, None, False)
        for fmas, name in zip(self.fmas, (older, younger)):
            for at, (stall, yields) in zip(fmas, pattern(name)):
                control(code, self.function + at, stall, yields)
        with open(self.folder + '/changed', 'wb') as file:
            file.write(code)
        os.chmod(self.folder + '/changed', 0o755)

    def run(self, a, b):
        out = subprocess.run([self.folder + '/changed', str(a), str(b)], check=True, capture_output=True, text=True)
        return [float(x) for x in out.stdout.split()]


def main():
    alone = sys.argv[1:] == ['model']
    with tempfile.TemporaryDirectory() as folder:
        device = None if alone else Device(folder)
        errors = []
        for older, younger, counts in CASES:
            if device:
                device.change(older, younger)
            for count in counts.split():
                a, b = map(int, count.split(','))
                here = model(older, younger, a, b)
                there = device.run(a, b) if device else None
                errors += [abs(x - y) for x, y in zip(here, there)] if there else []
                measured = 'measured %.3f %.3f, ' % tuple(there) if there else ''
                print(f'{a} of {older} beside {b} of {younger}: {measured}model %.3f %.3f' % tuple(here), flush=True)
        if errors:
            print('mean difference %.3f, largest %.3f instructions a cycle' % (sum(errors) / len(errors), max(errors)))


if __name__ == '__main__':
    main()
