package org.polyphony.workload.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The pipeline of a warp-specialized kernel: a producer warp fills stages of shared memory by bulk
 * loads, consumer warps multiply what is in them, and two mbarriers per stage keep them in step.
 *
 * <p>A compiler unrolls and merges the loops over tiles and over steps of a tile, so that the code
 * shows one loop with rare parts. Here they are two loops again: what is executed once per tile is
 * behind the steps; where a step has several copies in the code, each is executed in its share of
 * the steps.
 */
final class Pipeline {
  private static final String MULTIPLY = "GMMA"; // HGMMA, QGMMA, IGMMA, BGMMA
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int ROW_BYTES = 128; // of a box: the widest swizzle
  private static final int UNITS = 10_000;

  private final KernelProfile profile;
  private final Values values;
  private final long steps; // of a tile
  private final long tiles; // of the launch
  private final int stages;
  private final long stageBytes; // that arrive in the shared memory of a thread block per step
  private final int consumerWarps;
  private final SassLine draw; // the atomic by which a cluster gets its next tile; null without one
  private final Map<Long, Operand> operands = new LinkedHashMap<>(); // by descriptor
  private final IdentityHashMap<SassLine, Long> boxBytes = new IdentityHashMap<>();
  private long[] panels; // of the two operands; null until found

  /** A matrix that is read by boxes. */
  private record Operand(String array, long rowsPerTile, boolean isMulticast) {}

  private Pipeline(
      KernelProfile profile,
      Values values,
      long steps,
      long tiles,
      int consumerWarps,
      SassLine draw,
      List<SassLine> loads) {
    this.profile = profile;
    this.values = values;
    this.steps = steps;
    this.tiles = tiles;
    this.consumerWarps = consumerWarps;
    this.draw = draw;
    long perStep = measureBoxes(loads);
    this.stageBytes = perStep;
    this.stages = (int) Math.max(1, Math.min(16, profile.sharedBytes() / Math.max(1, perStep)));
  }

  /** Finds the pipeline of a kernel; returns null if it has none. */
  static Pipeline find(KernelProfile profile, Values values, List<Region> program) {
    List<SassLine> loads = new ArrayList<>();
    List<SassLine> multiplies = new ArrayList<>();
    collect(program, loads, multiplies);
    if (loads.isEmpty() || multiplies.isEmpty()) {
      return null;
    }
    Region.Loop loop = loopOf(program, MULTIPLY);
    if (loop == null) {
      return null;
    }
    List<List<SassLine>> segments = segments(loop.body());
    double stepCount = 0;
    double tileCount = 0;
    for (List<SassLine> segment : segments) {
      double count = segment.get(0).counts().warps();
      if (isStep(segment, MULTIPLY)) {
        stepCount += count;
      } else if (segment.stream().anyMatch(Pipeline::isStore)) {
        tileCount = Math.max(tileCount, count);
      }
    }
    double entries = segments.get(0).get(0).counts().warps() / loop.trips();
    tileCount = tileCount == 0 ? entries : tileCount;
    int warps = (int) Math.round(entries / profile.blocks());
    return new Pipeline(
        profile,
        values,
        Math.max(1, Math.round(stepCount / tileCount)),
        Math.max(1, Math.round(tileCount / Math.max(1, warps))),
        Math.max(1, warps),
        drawOf(program),
        loads);
  }

  private static boolean isStore(SassLine line) {
    return line.name().equals("UTMASTG") || line.name().equals("STG");
  }

  private static boolean isStep(List<SassLine> segment, String work) {
    return segment.stream().anyMatch(l -> l.name().endsWith(work));
  }

  private static void collect(
      List<Region> regions, List<SassLine> loads, List<SassLine> multiplies) {
    for (List<SassLine> segment : segments(regions)) {
      for (SassLine line : segment) {
        if (line.name().equals("UTMALDG")) {
          loads.add(line);
        } else if (line.name().endsWith(MULTIPLY)) {
          multiplies.add(line);
        }
      }
    }
  }

  private static Region.Loop loopOf(List<Region> regions, String work) {
    for (Region region : regions) {
      Region.Loop found = null;
      if (region instanceof Region.Loop loop) {
        boolean works = segments(loop.body()).stream().anyMatch(s -> isStep(s, work));
        found = works ? loop : null;
      } else if (region instanceof Region.Part part) {
        found = loopOf(part.body(), work);
        found = found == null ? loopOf(part.otherwise(), work) : found;
      }
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Finds the atomic of one lane, in a loop of its own, whose result is the next tile. */
  private static SassLine drawOf(List<Region> regions) {
    SassLine found = null;
    for (Region region : regions) {
      if (region instanceof Region.Loop loop && !isRole(loop)) {
        found =
            segments(loop.body()).stream()
                .flatMap(List::stream)
                .filter(Pipeline::isDraw)
                .findFirst()
                .orElse(found);
      } else if (region instanceof Region.Part part) {
        SassLine inPart = drawOf(part.body());
        inPart = inPart == null ? drawOf(part.otherwise()) : inPart;
        found = inPart == null ? found : inPart;
      }
    }
    return found;
  }

  private static boolean isDraw(SassLine line) {
    return line.name().startsWith("ATOM")
        && !line.name().equals("ATOMS")
        && line.has("ADD")
        && line.isExecuted()
        && line.counts().active() == line.counts().warps();
  }

  /** Returns all straight pieces of regions, in order. */
  private static List<List<SassLine>> segments(List<Region> regions) {
    List<List<SassLine>> found = new ArrayList<>();
    for (Region region : regions) {
      if (region instanceof Region.Straight straight) {
        found.add(straight.lines());
      } else if (region instanceof Region.Loop loop) {
        found.addAll(segments(loop.body()));
      } else if (region instanceof Region.Part part) {
        found.addAll(segments(part.body()));
        found.addAll(segments(part.otherwise()));
      }
    }
    return found;
  }

  /**
   * Finds the bytes of each bulk load; returns those that a thread block receives per step. What
   * arrived beyond what L2 sent is what multicasts duplicated.
   */
  private long measureBoxes(List<SassLine> loads) {
    double arrived = profile.metric("l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum");
    double sent = 32 * profile.metric("lts__t_sectors_srcunit_tex_op_read.sum");
    double multicasts = 0;
    double singles = 0;
    for (SassLine line : loads) {
      if (line.has("MULTICAST")) {
        multicasts += line.counts().warps();
      } else {
        singles += line.counts().warps();
      }
    }
    int receivers = profile.cluster();
    double guess =
        multicasts == 0 || receivers == 1 ? 0 : (arrived - sent) / (multicasts * (receivers - 1));
    long multicastBytes = boxOfMulticast(arrived, singles, multicasts * receivers, guess);
    double rest = arrived - multicasts * receivers * multicastBytes;
    long singleBytes = Math.round(rest / Math.max(1, singles));
    long perStep = 0;
    double stepsOfBlock = (double) tiles * steps / profile.blocks();
    for (SassLine line : loads) {
      boolean isMulticast = line.has("MULTICAST");
      long bytes = isMulticast ? multicastBytes : singleBytes;
      boxBytes.put(line, Math.max(ROW_BYTES, bytes / ROW_BYTES * ROW_BYTES));
      perStep += boxBytes.get(line) * (isMulticast ? receivers : 1) * line.counts().warps();
    }
    long perBlock = Math.round(perStep / (stepsOfBlock * profile.blocks()));
    addOperands(loads);
    return perBlock;
  }

  /**
   * Boxes are 2 or 3 times a power of two, so that few sizes add up to what arrived; among these it
   * is the one nearest to what L2 did not send again.
   */
  private static long boxOfMulticast(
      double arrived, double singles, double deliveries, double guess) {
    if (deliveries == 0) {
      return 0;
    }
    if (singles == 0) {
      return Math.round(arrived / deliveries);
    }
    long best = Math.round(guess / ROW_BYTES) * ROW_BYTES;
    double least = Double.MAX_VALUE;
    for (long size = 1024; size <= 65536; size *= 2) {
      for (long bytes : new long[] {size, size * 3 / 2}) {
        double single = (arrived - deliveries * bytes) / singles;
        boolean fits = single >= 1024 && Math.abs(single / 512 - Math.rint(single / 512)) < 0.02;
        double distance = Math.abs(Math.log(bytes / Math.max(1, guess)));
        if (fits && distance < least) {
          least = distance;
          best = bytes;
        }
      }
    }
    return best;
  }

  /** One descriptor is one matrix. */
  private void addOperands(List<SassLine> loads) {
    double allSteps = (double) tiles * steps;
    Map<Long, Double> rows = new LinkedHashMap<>();
    Map<Long, Boolean> multicast = new LinkedHashMap<>();
    for (SassLine line : loads) {
      double executed = line.counts().warps() / allSteps;
      double ofTile =
          executed
              * boxBytes.get(line)
              / ROW_BYTES
              * (line.has("MULTICAST") ? profile.cluster() : 1);
      rows.merge(descriptor(line), ofTile, Double::sum);
      multicast.put(descriptor(line), line.has("MULTICAST"));
    }
    for (Map.Entry<Long, Double> entry : rows.entrySet()) {
      String array = "operand" + (char) ('A' + operands.size());
      operands.put(
          entry.getKey(),
          new Operand(array, Math.round(entry.getValue()), multicast.get(entry.getKey())));
    }
  }

  private long descriptor(SassLine line) {
    String last = line.operands().get(1);
    Value value = values.addressOf(line, last);
    return value == null ? last.hashCode() : value.at(0);
  }

  /** Returns whether a loop is the loop of a role. */
  static boolean isRole(Region.Loop loop) {
    return segments(loop.body()).stream()
        .anyMatch(s -> isStep(s, MULTIPLY) || isStep(s, "UTMALDG"));
  }

  /** Tiles of a cluster's turn: the cluster takes every n-th one. */
  private String tileTrips() {
    long clusterTiles = tiles / profile.cluster();
    long clusters = profile.blocks() / profile.cluster();
    return clusterTiles % clusters == 0
        ? Long.toString(clusterTiles / clusters)
        : "(" + (clusterTiles + clusters - 1) + " - " + clusterIndex() + ") / " + clusters;
  }

  private String clusterIndex() {
    String block = "bx + " + profile.grid()[0] + " * (by + " + profile.grid()[1] + " * bz)";
    return profile.cluster() == 1
        ? "(" + block + ")"
        : "((" + block + ") / " + profile.cluster() + ")";
  }

  String rank() {
    return "((bx + "
        + profile.grid()[0]
        + " * (by + "
        + profile.grid()[1]
        + " * bz)) % "
        + profile.cluster()
        + ")";
  }

  /** Returns whether clusters draw their tiles. */
  boolean drawsTiles() {
    return draw != null;
  }

  /** Returns the tiles of the launch; clusters share each one. */
  long clusterTiles() {
    return Math.max(1, tiles / profile.cluster());
  }

  /** Returns the arrays of the operands, in bytes; those of drawn tiles follow their number. */
  Map<String, JsonNode> arrays() {
    long[] panels = panels();
    Map<String, JsonNode> found = new LinkedHashMap<>();
    for (Operand operand : operands.values()) {
      long panelBytes = clusterRows(operand) * steps * ROW_BYTES;
      found.put(
          operand.array,
          found.isEmpty()
              ? JSON.numberNode(panels[0] * panelBytes)
              : sized("ceildiv(tiles, " + panels[0] + ")", panels[1], panelBytes));
    }
    found.put("result", sized("tiles", clusterTiles(), tiles / clusterTiles() * tileBytes()));
    return found;
  }

  private JsonNode sized(String count, long number, long bytes) {
    return drawsTiles() ? JSON.textNode(count + " * " + bytes) : JSON.numberNode(number * bytes);
  }

  /** Bytes that bulk stores write per tile, at least those of one box. */
  private long tileBytes() {
    double written = profile.metric("l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum");
    return Math.max(storeBytes(), Math.round(written / tiles / storeBytes()) * storeBytes());
  }

  /** Bytes of a bulk store. */
  private long storeBytes() {
    double written = profile.metric("l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum");
    double executed = profile.metric("smsp__sass_inst_executed_op_tma_st.sum");
    long rows = Math.round(written / Math.max(1, executed) / ROW_BYTES);
    return Math.max(ROW_BYTES, rows * ROW_BYTES);
  }

  /** Rows that a cluster reads per tile. */
  private long clusterRows(Operand operand) {
    return operand.isMulticast ? operand.rowsPerTile : operand.rowsPerTile * profile.cluster();
  }

  /** Returns the panels of the two operands: those whose traffic is nearest to the report's. */
  private long[] panels() {
    if (panels == null) {
      panels = findPanels();
    }
    return panels;
  }

  private long[] findPanels() {
    long all = Math.max(1, tiles / profile.cluster());
    double measured = Math.max(1, profile.metric("dram__bytes_read.sum"));
    long best = all;
    double least = Double.MAX_VALUE;
    for (long a = 1; a <= all; a++) {
      if (all % a == 0) {
        double distance = Math.abs(Math.log(traffic(a, all / a) / measured));
        if (distance < least - 1e-9) {
          least = distance;
          best = a;
        }
      }
    }
    return new long[] {best, all / best};
  }

  /**
   * Estimates the bytes from DRAM: the clusters work on so many tiles at a time, those of the first
   * operand in turn; a half of L2 keeps what was read last.
   */
  private double traffic(long first, long second) {
    List<Operand> both = new ArrayList<>(operands.values());
    long firstBytes = clusterRows(both.get(0)) * steps * ROW_BYTES;
    long secondBytes = both.size() < 2 ? 0 : clusterRows(both.get(1)) * steps * ROW_BYTES;
    double capacity = Math.max(1, profile.metric("device__attribute_l2_cache_size") / 2);
    LinkedHashMap<Long, Long> kept = new LinkedHashMap<>(16, 0.75f, true); // least recent first
    double held = 0;
    double read = 0;
    for (long tile = 0; tile < first * second; tile++) {
      long[] panel = {tile % first, -1 - tile / first};
      for (int i = 0; i < 2; i++) {
        long bytes = i == 0 ? firstBytes : secondBytes;
        if (kept.get(panel[i]) == null) {
          kept.put(panel[i], bytes);
          held += bytes;
          read += bytes;
        }
      }
      while (held > capacity && kept.size() > 2) {
        Map.Entry<Long, Long> oldest = kept.entrySet().iterator().next();
        kept.remove(oldest.getKey());
        held -= oldest.getValue();
      }
    }
    return read;
  }

  /** Writes the mbarriers of the stages, by the first thread. */
  ObjectNode init() {
    ObjectNode node = JSON.objectNode();
    node.put("if", "thread == 0");
    ArrayNode then = node.putArray("then");
    int producers = 1;
    int consumers = consumerWarps * (hasMulticast() ? profile.cluster() : 1);
    ObjectNode repeat = then.addObject().put("repeat", stages).put("as", "s");
    repeat
        .putArray("body")
        .add(
            "SYNCS.EXCH.64("
                + producers
                + ") @ full[{s}]; SYNCS.EXCH.64("
                + consumers
                + ") @ empty[{s}]");
    return node;
  }

  int stages() {
    return stages;
  }

  private boolean hasMulticast() {
    return operands.values().stream().anyMatch(Operand::isMulticast);
  }

  /** Writes the loop of a role over tiles and steps. */
  ObjectNode role(Region.Loop loop, ModelWriter writer) {
    List<List<SassLine>> segments = segments(loop.body());
    boolean isProducer = segments.stream().anyMatch(s -> isStep(s, "UTMALDG"));
    String work = isProducer ? "UTMALDG" : MULTIPLY;
    double all = 0;
    for (List<SassLine> segment : segments) {
      all += isStep(segment, work) ? segment.get(0).counts().warps() : 0;
    }
    double perTile = all / steps;
    String tile = "t" + loop.id();
    String step = "k" + loop.id();
    ObjectNode node = JSON.objectNode();
    node.put("loop", tile);
    if (drawsTiles()) {
      node.put("draws", "tile").put("below", "tiles");
    } else {
      node.put("trips", tileTrips());
    }
    ArrayNode body = node.putArray("body");
    ObjectNode inner = body.addObject();
    inner.put("loop", step).put("trips", Long.toString(steps));
    ArrayNode stepBody = inner.putArray("body");
    Context context = new Context(tile, step, isProducer, writer);
    double before = 0;
    for (List<SassLine> segment : segments) {
      double count = segment.get(0).counts().warps();
      if (isStep(segment, work)) {
        boolean isOnly = count > 0.9995 * all;
        String turn = isOnly ? null : between(step, before / all, (before + count) / all);
        before += count;
        add(stepBody, turn, context.step(segment));
      } else if (count > 1.5 * perTile) {
        String turn = count > 0.98 * all ? null : between(step, 0, count / all);
        add(stepBody, turn, writer.texts(segment));
      } else {
        String turn = count > 0.95 * perTile ? null : between(tile, 0, count / perTile);
        add(body, turn, context.tile(segment));
      }
    }
    return node;
  }

  private static void add(ArrayNode to, String condition, ArrayNode steps) {
    if (condition == null) {
      to.addAll(steps);
    } else if (!steps.isEmpty()) {
      ObjectNode node = to.addObject();
      node.put("if", condition);
      node.set("then", steps);
    }
  }

  /**
   * A condition that holds in a share of the trips, evenly spread; disjoint shares are disjoint.
   */
  private static String between(String counter, double from, double to) {
    long low = Math.round(from * UNITS);
    long high = Math.round(to * UNITS);
    long golden = 6180; // multiples of the golden ratio are evenly spread
    String position = "(" + counter + " * " + golden + " + 5000) % " + UNITS;
    return low == 0
        ? position + " < " + high
        : position + " >= " + low + " && " + position + " < " + high;
  }

  /** Writes the pieces of one role. */
  private final class Context {
    private final String tile;
    private final String step;
    private final boolean isProducer;
    private final ModelWriter writer;
    private int boxes;

    Context(String tile, String step, boolean isProducer, ModelWriter writer) {
      this.tile = tile;
      this.step = step;
      this.isProducer = isProducer;
      this.writer = writer;
    }

    private String index() {
      return "(" + tile + " * " + steps + " + " + step + ")";
    }

    private String stage(String barrier) {
      return barrier + "[" + index() + " % " + stages + "]";
    }

    /** A step: waits for its stage, works on it, signals. */
    ArrayNode step(List<SassLine> segment) {
      ArrayNode out = JSON.arrayNode();
      String wait =
          isProducer
              ? "SYNCS.PHASECHK.TRANS64.TRYWAIT("
                  + index()
                  + " / "
                  + stages
                  + ") @ "
                  + stage("empty")
              : "SYNCS.PHASECHK.TRANS64.TRYWAIT("
                  + index()
                  + " / "
                  + stages
                  + " + 1) @ "
                  + stage("full");
      out.add(wait);
      boxes = 0;
      boolean signalled = false;
      for (SassLine line : segment) {
        if (isProducer && line.name().equals("UTMALDG")) {
          if (boxes == 0) {
            out.add("SYNCS.ARRIVE.TRANS64.RED(" + stageBytes + ") @ " + stage("full"));
          }
          out.add(load(line));
          boxes++;
        } else if (!isProducer && !signalled && line.opcode().contains("A1T0")) {
          signal(out);
          signalled = true;
        } else {
          writer.one(line, out);
        }
      }
      if (!isProducer && !signalled) {
        signal(out);
      }
      return out;
    }

    private void signal(ArrayNode out) {
      if (!hasMulticast()) {
        out.add("SYNCS.ARRIVE.TRANS64.A1T0 @ " + stage("empty"));
        return;
      }
      for (int r = 0; r < profile.cluster(); r++) {
        out.add("SYNCS.ARRIVE.TRANS64.A1T0(" + r + ") @ " + stage("empty"));
      }
    }

    private String load(SassLine line) {
      Operand operand = operands.get(descriptor(line));
      long rows = boxBytes.get(line) / ROW_BYTES;
      long pitch = steps * ROW_BYTES;
      boolean isFirst = operands.values().iterator().next().equals(operand);
      long[] panels = panels();
      String tileIndex =
          drawsTiles()
              ? "tile"
              : "("
                  + tile
                  + " * "
                  + profile.blocks() / profile.cluster()
                  + " + "
                  + clusterIndex()
                  + ")";
      String panel = isFirst ? tileIndex + " % " + panels[0] : tileIndex + " / " + panels[0];
      long boxesBefore = rowsBefore(line);
      String row =
          "("
              + panel
              + ") * "
              + clusterRows(operand)
              + " + "
              + rank()
              + " * "
              + clusterRows(operand) / profile.cluster()
              + (boxesBefore > 0 ? " + " + boxesBefore : "");
      String receivers = line.has("MULTICAST") ? ", " + ((1L << profile.cluster()) - 1) : "";
      return line.opcode()
          + "("
          + rows
          + ", "
          + ROW_BYTES
          + ", "
          + pitch
          + receivers
          + ") @ "
          + operand.array
          + "[("
          + row
          + ") * "
          + pitch
          + " + "
          + step
          + " * "
          + ROW_BYTES
          + "] -> "
          + stage("full");
    }

    /** Rows of the boxes of the same matrix before this one in a step. */
    private long rowsBefore(SassLine line) {
      long rows = 0;
      for (Map.Entry<SassLine, Long> entry : boxBytes.entrySet()) {
        SassLine other = entry.getKey();
        boolean isBefore =
            other.address() < line.address()
                && line.address() - other.address() < 0x200
                && descriptor(other) == descriptor(line);
        rows += isBefore ? entry.getValue() / ROW_BYTES : 0;
      }
      return rows;
    }

    /** What is done once per tile: the stores of the result. */
    ArrayNode tile(List<SassLine> segment) {
      ArrayNode out = JSON.arrayNode();
      int store = 0;
      long stores = segment.stream().filter(l -> l.name().equals("UTMASTG")).count();
      for (SassLine line : segment) {
        if (line.name().equals("UTMASTG")) {
          out.add(store(line, store++, stores));
        } else {
          writer.one(line, out);
        }
      }
      return out;
    }

    /** The boxes of a tile lie one behind the other, those of a warp together. */
    private ObjectNode store(SassLine line, int number, long ofWarp) {
      long bytes = storeBytes();
      double share = line.counts().lanes() / 32;
      long every = Math.max(1, Math.round(1 / Math.max(1e-3, share)));
      long boxes = tileBytes() / bytes;
      ObjectNode node = JSON.objectNode();
      node.put("predicate", every == 1 ? "1" : "warp % " + every + " == 0");
      String index =
          drawsTiles()
              ? "(tile * " + profile.cluster() + " + " + rank() + ")"
              : "(" + tile + " * " + profile.blocks() + " + bx + " + profile.grid()[0] + " * by)";
      String at =
          index
              + " * "
              + tileBytes()
              + " + (warp / "
              + every
              + " * "
              + ofWarp
              + " + "
              + number
              + ") % "
              + boxes
              + " * "
              + bytes;
      node.putArray("body")
          .add(
              line.opcode()
                  + "("
                  + bytes / ROW_BYTES
                  + ", "
                  + ROW_BYTES
                  + ", "
                  + ROW_BYTES
                  + ") @ result["
                  + at
                  + "]");
      return node;
    }
  }

  /** Returns what was inferred, one sentence each. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (drawsTiles()) {
      notes.add(
          "clusters draw their tiles: "
              + draw.opcode()
              + " draws "
              + draw.counts().warps()
              + " of "
              + clusterTiles());
    }
    notes.add(
        "a pipeline of "
            + stages
            + " stages of "
            + stageBytes
            + " bytes, "
            + steps
            + " steps a tile, "
            + tiles
            + " tiles, "
            + consumerWarps
            + " consumer warps; tiles are read as "
            + panels()[0]
            + " by "
            + panels()[1]
            + ", which comes nearest to the bytes that DRAM delivered");
    return notes;
  }
}
