#!/usr/bin/env python3
"""Writes the Rodinia jobs of MGB's evaluation under configs/host/applications.

The calls are those of the sources of Rodinia 3.1, in their order, with sizes from the command line.
CPU time is the number of operations in the sources' loops times their cost; kernel time follows from
the bytes, the double precision instructions or all instructions of a launch (mgb-jobs.json names the
source of each number). Launches of one kernel that only differ in size become their mean.

    python3 experiments/hardware/mgb-jobs.py [--check]
"""
import json
import math
import re
import sys
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).resolve().parent
FACTS = json.loads((HERE / "mgb-jobs.json").read_text())
FOLDER = HERE.parent.parent / "configs/host/applications"
SOURCE = "MGB, arXiv:2107.08538, section V-A; Rodinia 3.1; costs and rates as in experiments/hardware/mgb-jobs.json"
WORD = 4
LONGEST_REPEAT = 16


class Cost:
    def __getattr__(self, name):
        return FACTS["costsNanos"][name]


COST = Cost()


def rounded(value):
    return math.floor(value + 0.5)


class Program:
    def __init__(self, gpu):
        self.gpu = gpu
        self.rates = FACTS["gpus"][gpu]
        self.sizes = {}
        self.lines = []

    def host(self, nanos, of=""):
        self.lines.append(("cpu", rounded(nanos), of))

    def first_use(self):
        self.host(COST.firstUse, "first use")

    def malloc(self, size, *names):
        for name in names:
            self.sizes[name] = size
            self.lines.append(("allocate", size))

    def to_device(self, size, *names):
        self.lines += [("copy", size, "to-device") for _ in names]

    def to_host(self, size, *names):
        self.lines += [("copy", size, "to-host") for _ in names]

    def free(self, *names):
        self.lines += [("free", self.sizes[name]) for name in names]

    def launch(self, kernel, blocks, warps, size, fp64=0):
        """Takes the bound of the roofline model times what is measured over it."""
        issued = float(blocks) * FACTS["warpInstructions"].get(kernel, {}).get(self.gpu, 0)
        seconds = max(
            size / self.rates["bytesPerSecond"],
            max(fp64 / self.rates["fp64PerSecond"], issued / self.rates["warpInstructionsPerSecond"]),
        )
        nanos = rounded(seconds * FACTS["overBound"].get(kernel, 1.0) * 1e9)
        self.lines.append(("kernel", kernel, max(1, nanos), blocks, warps, 1))


def backprop(out, inputs):
    """16 hidden units; rows of 17 weights are allocated one by one, then copied to flat arrays."""
    weights = 17 * (inputs + 1)
    units = WORD * (inputs + 1)
    partial = 2 << 20  # for every size, by the published footprints
    out.host(2 * (inputs + 1) * COST.malloc + (weights + inputs) * COST.rand + (2 * WORD * weights + units) * COST.touchByte)
    out.host(4 * weights * COST.element + 2 * WORD * weights * COST.touchByte)  # flatten
    out.malloc(units, "input")
    out.first_use()
    out.malloc(17 * WORD, "outputHidden")
    out.malloc(WORD * weights, "weights")
    out.malloc(partial, "partialSum")
    out.to_device(units, "input")
    out.to_device(WORD * weights, "weights")
    blocks = inputs // 16  # 32,768 rows of thread blocks, and as many columns as it takes
    out.launch("backprop.layerforward", blocks, 8, 2 * WORD * weights + units)
    out.to_host(partial, "partialSum")
    out.host(inputs * COST.element)
    out.malloc(17 * WORD, "hiddenDelta")
    out.malloc(WORD * weights, "oldWeights")
    out.to_device(17 * WORD, "hiddenDelta")
    out.to_device(WORD * weights, "oldWeights", "weights")
    out.launch("backprop.adjust", blocks, 8, 4 * WORD * weights + units)
    out.to_host(units, "input")
    out.to_host(WORD * weights, "weights")
    out.free("input", "outputHidden", "weights", "partialSum", "oldWeights", "hiddenDelta")
    out.host(2 * (inputs + 1) * COST.free)


def bfs(out, nodes):
    """A random graph read as text, two integers a node and an edge; edges are those of the published
    footprint, about 6 a node; 12 levels reach all nodes of such a graph."""
    edges = (201_318_972 * nodes) >> 25
    levels = 12
    out.host(2 * (nodes + edges) * COST.scanInteger)
    out.host((15 * nodes + WORD * edges) * COST.touchByte)
    out.malloc(2 * WORD * nodes, "nodes")
    out.first_use()
    out.to_device(2 * WORD * nodes, "nodes")
    out.malloc(WORD * edges, "edges")
    out.to_device(WORD * edges, "edges")
    out.malloc(nodes, "mask", "updating", "visited")
    out.malloc(WORD * nodes, "cost")
    out.malloc(1, "over")
    out.to_device(nodes, "mask", "updating", "visited")
    out.to_device(WORD * nodes, "cost")
    blocks = (nodes + 511) // 512
    for _ in range(levels):
        out.to_device(1, "over")
        out.launch("bfs.kernel1", blocks, 16, nodes + (2 * WORD * nodes + 2 * WORD * edges) // levels)
        out.launch("bfs.kernel2", blocks, 16, nodes)
        out.to_host(1, "over")
    out.to_host(WORD * nodes, "cost")
    out.host(2 * nodes * COST.printInteger)  # result.txt, before cudaFree
    out.free("nodes", "edges", "mask", "updating", "visited", "cost", "over")


def srad_v1(out, iterations, rows, columns):
    """Writes its image as text before it frees device memory."""
    n = rows * columns
    size = WORD * n
    out.host(3 * n * COST.element + size * COST.touchByte)  # resize
    out.malloc(size, "image")
    out.first_use()
    out.malloc(WORD * rows, "iN", "iS")
    out.malloc(WORD * columns, "jE", "jW")
    out.malloc(size, "sums", "sums2", "dN", "dS", "dW", "dE", "c")
    out.to_device(size, "image")
    blocks = (n + 511) // 512
    out.launch("srad_v1.extract", blocks, 16, 2 * size)
    for _ in range(iterations):
        out.launch("srad_v1.prepare", blocks, 16, 3 * size)
        left = blocks
        while left >= 1:
            out.launch("srad_v1.reduce", left, 16, 2 * WORD * 512 * left)
            left = 0 if left == 1 else (left + 511) // 512
        out.to_host(WORD, "sums", "sums2")
        out.launch("srad_v1.srad", blocks, 16, 6 * size)
        out.launch("srad_v1.srad2", blocks, 16, 7 * size)
    out.launch("srad_v1.compress", blocks, 16, 2 * size)
    out.to_host(size, "image")
    out.host(n * COST.printPixel, "pixels")
    out.free("image", "iN", "iS", "jE", "jW", "sums", "sums2", "dN", "dS", "dW", "dE", "c")


def srad_v2(out, iterations, n):
    """Draws its random matrix after cudaMalloc; copies the image forth and back each iteration."""
    size = WORD * n
    names = ("J", "C", "E", "W", "S", "N")
    out.malloc(size, *names)
    out.first_use()
    out.host(n * (COST.rand + COST.exp) + 2 * size * COST.touchByte)
    for _ in range(iterations):
        out.to_device(size, "J")
        out.launch("srad_v2.cuda1", n // 256, 8, 6 * size)
        out.launch("srad_v2.cuda2", n // 256, 8, 7 * size)
        out.to_host(size, "J")
    out.free(*names)


def lava_md(out, side):
    """100 particles a box, 27 neighbours but at the faces, 33 FP64 instructions a pair: in traces of
    sm_90, and compiled for sm_60 and sm_70, where a trip of the loop handles two pairs. The particles
    of a box are threads of four warps; the four in the last one take the pipe for as long as 32."""
    boxes = side**3
    out.host(boxes * (500 * COST.rand + (656 + 3200 + 800 + 3200) * COST.touchByte))
    out.malloc(656 * boxes, "box")
    out.first_use()
    sizes = {"rv": 3200 * boxes, "qv": 800 * boxes, "fv": 3200 * boxes}
    for name, size in sizes.items():
        out.malloc(size, name)
    out.to_device(656 * boxes, "box")
    for name, size in sizes.items():
        out.to_device(size, name)
    out.launch("lavaMD.kernel", boxes, 4, 7856 * boxes, 33 * ((3 * side - 2) ** 3 * 128 * 100))
    out.to_host(3200 * boxes, "fv")
    out.free("box", "rv", "qv", "fv")


def needle(out, side):
    """A launch for each diagonal of blocks of 16 x 16, forth and back. The copy of the result is the
    first to write to its memory on the host."""
    cells = (side + 1) * (side + 1)
    size = WORD * cells
    out.host(2 * side * COST.rand + 3 * cells * COST.element + 2 * size * COST.touchByte)
    out.malloc(size, "reference", "matrix")
    out.first_use()
    out.to_device(size, "reference", "matrix")
    diagonals = side // 16
    for i in range(1, 2 * diagonals):
        blocks = min(i, 2 * diagonals - i)
        out.launch("needle.diagonal", blocks, 1, 3 * WORD * 256 * blocks)
    out.to_host(size, "matrix")
    out.host(size * COST.touchByte)
    out.free("reference", "matrix")


def dwt2d(out, pixels, levels):
    """Three components of an image of 3 bytes a pixel; each level transforms a quarter. The components
    are written to files before device memory is freed."""
    size = WORD * pixels
    colours = ("r", "g", "b")
    out.first_use()
    out.host(3 * pixels * (COST.pinByte + COST.readByte))
    out.malloc(size, "rOut", "backup", "gOut", "bOut", "r", "g", "b")
    out.malloc(3 * pixels, "source")
    out.to_device(3 * pixels, "source")
    out.launch("dwt2d.components", pixels // 256, 8, 3 * pixels + 3 * size)
    out.free("source")
    for _ in colours:
        for level in range(levels):
            part = pixels >> (2 * level)
            out.launch("dwt2d.fdwt53", part // 1536, 6, 4 * WORD * part)
    for colour in colours:
        out.host(size * COST.pinByte + pixels * COST.element)
        out.to_host(size, colour + "Out")
        out.host(pixels * (COST.touchByte + COST.clampSample + COST.writeByte))
        out.host(size * COST.unpinByte)
    out.free("r", "g", "b", "gOut", "bOut", "rOut", "backup")
    out.host(3 * pixels * COST.unpinByte)


def program(command, gpu):
    words = command.split()
    out = Program(gpu)
    if words[0] == "backprop":
        backprop(out, int(words[1]))
    elif words[0] == "bfs":
        bfs(out, int(re.sub(r"\D", "", words[1])) << 20)
    elif words[0] == "srad_v1":
        srad_v1(out, int(words[1]), int(words[3]), int(words[4]))
    elif words[0] == "srad_v2":
        srad_v2(out, int(words[8]), int(words[1]) * int(words[2]))
    elif words[0] == "lavaMD":
        lava_md(out, int(words[2]))
    elif words[0] == "needle":
        needle(out, int(words[1]))
    else:
        wide, high = words[3].split("x")
        dwt2d(out, int(wide) * int(high), int(words[7]))
    return out.lines


def as_task(lines):
    """Adds the request before the first operation on the device, and the end after the last."""
    on_device = [i for i, line in enumerate(lines) if line[0] != "cpu"]
    memory = sum(line[1] for line in lines if line[0] == "allocate")
    largest = max((line for line in lines if line[0] == "kernel"), key=lambda k: k[3] * k[4])
    first, last = on_device[0], on_device[-1]
    request = [("reserve", memory, largest[3], largest[4])]
    return lines[:first] + request + lines[first : last + 1] + [("free", "all")] + lines[last + 1 :]


def merged(lines):
    out = []
    same = []
    for line in lines + [None]:
        if same and (line is None or line[:2] != same[0][:2]):
            nanos = sum(k[2] for k in same) / len(same)
            blocks = math.ceil(sum(k[3] for k in same) / len(same))
            out.append(("kernel", same[0][1], rounded(nanos), blocks, same[0][4], len(same)))
            same = []
        if line is not None and line[0] == "kernel":
            same.append(line)
        elif line is not None:
            out.append(line)
    return out


def seconds(nanos):
    text = format(Decimal(nanos).scaleb(-9).normalize(), "f")
    return "0" if nanos == 0 else text


def text(line):
    shape = ', "threadBlocks": %d, "warpsPerThreadBlock": %d'
    if line[0] == "cpu":
        return '"cpu": ' + seconds(line[1]) + (', "of": "%s"' % line[2] if line[2] else "")
    if line[0] == "reserve":
        return '"reserve": %d' % line[1] + shape % line[2:]
    if line[0] == "copy":
        return '"copy": %d, "direction": "%s"' % line[1:]
    if line[0] == "kernel":
        launches = ', "launches": %d' % line[5] if line[5] > 1 else ""
        return '"kernel": "%s", "seconds": %s' % (line[1], seconds(line[2])) + launches + shape % line[3:5]
    return '"%s": %s' % (line[0], '"all"' if line[1] == "all" else line[1])


def times(lines, at, length):
    count = 1
    while lines[at : at + length] == lines[at + count * length : at + (count + 1) * length]:
        count += 1
    return count


def repeats(lines):
    out = []
    at = 0
    while at < len(lines):
        length = 1
        while length < LONGEST_REPEAT and times(lines, at, length) == 1:
            length += 1
        count = times(lines, at, length)
        if count == 1:
            out.append(lines[at])
            at += 1
            continue
        below = ",\n        ".join(lines[at : at + length])
        out.append('{ "repeat": %d, "phases": [\n        %s\n    ] }' % (count, below))
        at += count * length
    return out


def main():
    wrong = 0
    for machine, gpu in FACTS["machines"].items():
        for command in FACTS["jobs"]:
            lines = ["{ " + text(line) + " }" for line in merged(as_task(program(command, gpu)))]
            content = (
                '{\n  "schemaVersion": 1,\n  "name": "%s",\n  "about": "%s",\n  "source": "%s",\n  "phases": [\n    %s\n  ]\n}\n'
                % (
                    command,
                    "A Rodinia job of MGB's evaluation, with times on %s." % machine,
                    SOURCE,
                    ",\n    ".join(repeats(lines)),
                )
            )
            size = max(int(number) for number in re.findall(r"\d+", command))
            file = FOLDER / ("mgb-" + machine.lower()) / ("%s-%d.json" % (command.split()[0], size))
            if "--check" in sys.argv:
                same = file.read_text() == content
                wrong += not same
                print("same" if same else "differs", file)
            else:
                file.write_text(content)
    sys.exit(1 if wrong else 0)


main()
