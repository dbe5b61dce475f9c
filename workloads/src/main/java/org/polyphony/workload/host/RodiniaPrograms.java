package org.polyphony.workload.host;

import static org.polyphony.workload.host.ProgramWriter.WORD;

import org.polyphony.host.mgb.CudaProgram;
import org.polyphony.input.InvalidInputException;

/**
 * The CUDA programs of MGB's Rodinia jobs: the calls in the order of the sources of Rodinia 3.1,
 * with sizes from the command line.
 *
 * <p>CPU time is the number of operations in the sources' loops times their {@link HostCosts};
 * kernel time follows from the bytes, the double precision instructions or all instructions of a
 * launch, {@link DeviceRates}. Source: MGB section V-A; Rodinia 3.1; how programs are built, by the
 * makefiles of MGB's authors (github.com/rudyjantz/GPU-Sched).
 */
public final class RodiniaPrograms {
  private final HostCosts costs;
  private final DeviceRates rates;

  /**
   * Makes programs for a machine.
   *
   * @param costs of its CPU
   * @param rates of its GPU
   */
  public RodiniaPrograms(HostCosts costs, DeviceRates rates) {
    this.costs = costs;
    this.rates = rates;
  }

  /**
   * Writes down the program of a command line.
   *
   * @param command as in the pool of jobs, e.g. {@code needle 16384 10}
   * @throws InvalidInputException if there is no such benchmark, or it lacks its sizes
   */
  public CudaProgram program(String command) {
    String[] words = command.split(" ", -1);
    ProgramWriter out = new ProgramWriter(rates);
    try {
      switch (words[0]) {
        case "backprop" -> backprop(out, Long.parseLong(words[1]));
        case "bfs" -> bfs(out, Long.parseLong(words[1].replaceAll("\\D", "")) << 20);
        case "srad_v1" ->
            sradV1(
                out,
                Integer.parseInt(words[1]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]));
        case "srad_v2" ->
            sradV2(
                out,
                Integer.parseInt(words[8]),
                Long.parseLong(words[1]) * Long.parseLong(words[2]));
        case "lavaMD" -> lavaMd(out, Long.parseLong(words[2]));
        case "needle" -> needle(out, Long.parseLong(words[1]));
        case "dwt2d" -> dwt2d(out, pixels(words[3]), Integer.parseInt(words[7]));
        default -> throw new InvalidInputException("no such Rodinia job: " + command);
      }
    } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
      throw new InvalidInputException("the Rodinia job lacks a size: " + command);
    }
    return out.program(command);
  }

  private static long pixels(String dimensions) {
    String[] sides = dimensions.split("x", -1);
    return Long.parseLong(sides[0]) * Long.parseLong(sides[1]);
  }

  /** 16 hidden units; rows of 17 weights are allocated one by one, then copied to flat arrays. */
  private void backprop(ProgramWriter out, long inputs) {
    long weights = 17 * (inputs + 1);
    long units = WORD * (inputs + 1);
    long partial = 2 << 20; // for every size, by the published footprints
    out.host(
        2 * (inputs + 1) * costs.malloc()
            + (weights + inputs) * costs.rand()
            + (2 * WORD * weights + units) * costs.touchByte());
    out.host(4 * weights * costs.element() + 2 * WORD * weights * costs.touchByte()); // flatten
    out.malloc(units, "input");
    out.host(costs.firstUse());
    out.malloc(17 * WORD, "outputHidden");
    out.malloc(WORD * weights, "weights");
    out.malloc(partial, "partialSum");
    out.toDevice("input", units);
    out.toDevice("weights", WORD * weights);
    long blocks = inputs / 16; // 32,768 rows of thread blocks, and as many columns as it takes
    long bytes = 2 * WORD * weights + units;
    String[] objects = {"input", "outputHidden", "weights", "partialSum"};
    out.launch("backprop.layerforward", blocks, 8, bytes, 0, objects);
    out.toHost("partialSum", partial);
    out.host(inputs * costs.element());
    adjust(out, blocks, WORD * weights, units);
    out.free("input", "outputHidden", "weights", "partialSum", "oldWeights", "hiddenDelta");
    out.host(2 * (inputs + 1) * costs.free());
  }

  private static void adjust(ProgramWriter out, long blocks, long weightBytes, long units) {
    out.malloc(17 * WORD, "hiddenDelta");
    out.malloc(weightBytes, "oldWeights");
    out.toDevice("hiddenDelta", 17 * WORD);
    out.toDevice("oldWeights", weightBytes);
    out.toDevice("weights", weightBytes);
    String[] objects = {"hiddenDelta", "input", "weights", "oldWeights"};
    out.launch("backprop.adjust", blocks, 8, 4 * weightBytes + units, 0, objects);
    out.toHost("input", units);
    out.toHost("weights", weightBytes);
  }

  /**
   * A random graph of about 6 edges per node, read as text: two integers a node and an edge. Edges
   * are those of the published footprint; 12 levels reach all nodes of such a graph.
   */
  private void bfs(ProgramWriter out, long nodes) {
    long edges = (201_318_972L * nodes) >> 25;
    int levels = 12;
    out.host(2 * (nodes + edges) * costs.scanInteger());
    out.host((15 * nodes + WORD * edges) * costs.touchByte());
    out.malloc(2 * WORD * nodes, "nodes");
    out.host(costs.firstUse());
    out.toDevice("nodes", 2 * WORD * nodes);
    out.malloc(WORD * edges, "edges");
    out.toDevice("edges", WORD * edges);
    out.malloc(nodes, "mask", "updating", "visited");
    out.malloc(WORD * nodes, "cost");
    out.malloc(1, "over");
    for (String mask : new String[] {"mask", "updating", "visited"}) {
      out.toDevice(mask, nodes);
    }
    out.toDevice("cost", WORD * nodes);
    long blocks = (nodes + 511) / 512;
    long bytes = nodes + (2 * WORD * nodes + 2 * WORD * edges) / levels;
    String[] graph = {"nodes", "edges", "mask", "updating", "visited", "cost"};
    for (int level = 0; level < levels; level++) {
      out.toDevice("over", 1);
      out.launch("bfs.kernel1", blocks, 16, bytes, 0, graph);
      out.launch("bfs.kernel2", blocks, 16, nodes, 0, "mask", "updating", "visited", "over");
      out.toHost("over", 1);
    }
    out.toHost("cost", WORD * nodes);
    out.host(2 * nodes * costs.printInteger()); // result.txt, before cudaFree
    out.free("nodes", "edges", "mask", "updating", "visited", "cost", "over");
  }

  /** Writes its image as text before it frees device memory. */
  private void sradV1(ProgramWriter out, int iterations, long rows, long columns) {
    long n = rows * columns;
    long bytes = WORD * n;
    out.host(3 * n * costs.element() + bytes * costs.touchByte()); // resize
    out.malloc(bytes, "image");
    out.host(costs.firstUse());
    out.malloc(WORD * rows, "iN", "iS");
    out.malloc(WORD * columns, "jE", "jW");
    out.malloc(bytes, "sums", "sums2", "dN", "dS", "dW", "dE", "c");
    out.toDevice("image", bytes);
    long threadBlocks = (n + 511) / 512;
    out.launch("srad_v1.extract", threadBlocks, 16, 2 * bytes, 0, "image");
    String[] stencil = {"iN", "iS", "jE", "jW", "dN", "dS", "dW", "dE", "c", "image"};
    for (int i = 0; i < iterations; i++) {
      out.launch("srad_v1.prepare", threadBlocks, 16, 3 * bytes, 0, "image", "sums", "sums2");
      for (long left = threadBlocks; left >= 1; left = left == 1 ? 0 : (left + 511) / 512) {
        out.launch("srad_v1.reduce", left, 16, 2 * WORD * 512 * left, 0, "sums", "sums2");
      }
      out.toHost("sums", WORD);
      out.toHost("sums2", WORD);
      out.launch("srad_v1.srad", threadBlocks, 16, 6 * bytes, 0, stencil);
      out.launch("srad_v1.srad2", threadBlocks, 16, 7 * bytes, 0, stencil);
    }
    out.launch("srad_v1.compress", threadBlocks, 16, 2 * bytes, 0, "image");
    out.toHost("image", bytes);
    out.host(n * costs.printPixel());
    out.free("image", "iN", "iS", "jE", "jW", "sums", "sums2", "dN", "dS", "dW", "dE", "c");
  }

  /** Draws its random matrix after cudaMalloc; copies the image forth and back each iteration. */
  private void sradV2(ProgramWriter out, int iterations, long n) {
    long bytes = WORD * n;
    String[] objects = {"J", "C", "E", "W", "S", "N"};
    out.malloc(bytes, objects);
    out.host(costs.firstUse());
    out.host(n * (costs.rand() + costs.exp()) + 2 * bytes * costs.touchByte());
    for (int i = 0; i < iterations; i++) {
      out.toDevice("J", bytes);
      out.launch("srad_v2.cuda1", n / 256, 8, 6 * bytes, 0, objects);
      out.launch("srad_v2.cuda2", n / 256, 8, 7 * bytes, 0, objects);
      out.toHost("J", bytes);
    }
    out.free(objects);
  }

  /**
   * 100 particles a box, 27 neighbours but at the faces, 33 FP64 instructions a pair: in traces of
   * sm_90, and compiled for sm_60 and sm_70, where a trip of the loop handles two pairs. The
   * particles of a box are threads of four warps; the four in the last one take the pipe for as
   * long as 32.
   */
  private void lavaMd(ProgramWriter out, long side) {
    long boxes = side * side * side;
    long neighbours = (3 * side - 2) * (3 * side - 2) * (3 * side - 2);
    out.host(boxes * (500 * costs.rand() + (656 + 3200 + 800 + 3200) * costs.touchByte()));
    out.malloc(656 * boxes, "box");
    out.host(costs.firstUse());
    out.malloc(3200 * boxes, "rv");
    out.malloc(800 * boxes, "qv");
    out.malloc(3200 * boxes, "fv");
    out.toDevice("box", 656 * boxes);
    out.toDevice("rv", 3200 * boxes);
    out.toDevice("qv", 800 * boxes);
    out.toDevice("fv", 3200 * boxes);
    long lanes = neighbours * 128 * 100;
    out.launch("lavaMD.kernel", boxes, 4, 7856 * boxes, 33 * lanes, "box", "rv", "qv", "fv");
    out.toHost("fv", 3200 * boxes);
    out.free("box", "rv", "qv", "fv");
  }

  /**
   * A launch for each diagonal of blocks of 16 x 16, forth and back. The copy of the result is the
   * first to write to its memory on the host.
   */
  private void needle(ProgramWriter out, long side) {
    long cells = (side + 1) * (side + 1);
    long bytes = WORD * cells;
    out.host(2 * side * costs.rand() + 3 * cells * costs.element() + 2 * bytes * costs.touchByte());
    out.malloc(bytes, "reference", "matrix");
    out.host(costs.firstUse());
    out.toDevice("reference", bytes);
    out.toDevice("matrix", bytes);
    long diagonals = side / 16;
    for (long i = 1; i < 2 * diagonals; i++) {
      long blocks = Math.min(i, 2 * diagonals - i);
      out.launch("needle.diagonal", blocks, 1, 3 * WORD * 256 * blocks, 0, "reference", "matrix");
    }
    out.toHost("matrix", bytes);
    out.host(bytes * costs.touchByte());
    out.free("reference", "matrix");
  }

  /**
   * Three components of an image of 3 bytes a pixel; each level transforms a quarter. The
   * components are written to files before device memory is freed.
   */
  private void dwt2d(ProgramWriter out, long pixels, int levels) {
    long bytes = WORD * pixels;
    String[] colours = {"r", "g", "b"};
    out.host(costs.firstUse() + 3 * pixels * (costs.pinByte() + costs.readByte()));
    out.malloc(bytes, "rOut", "backup", "gOut", "bOut", "r", "g", "b");
    out.malloc(3 * pixels, "source");
    out.toDevice("source", 3 * pixels);
    out.launch(
        "dwt2d.components", pixels / 256, 8, 3 * pixels + 3 * bytes, 0, "source", "r", "g", "b");
    out.free("source");
    for (String colour : colours) {
      for (int level = 0; level < levels; level++) {
        long part = pixels >> (2 * level);
        out.launch(
            "dwt2d.fdwt53", part / 1536, 6, 4 * WORD * part, 0, colour, colour + "Out", "backup");
      }
    }
    for (String colour : colours) {
      out.host(bytes * costs.pinByte() + pixels * costs.element());
      out.toHost(colour + "Out", bytes);
      out.host(pixels * (costs.touchByte() + costs.clampSample() + costs.writeByte()));
      out.host(bytes * costs.unpinByte());
    }
    out.free("r", "g", "b", "gOut", "bOut", "rOut", "backup");
    out.host(3 * pixels * costs.unpinByte());
  }
}
