package org.polyphony.workload.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.polyphony.workload.profile.Pipeline.BulkLoad;
import org.polyphony.workload.profile.Pipeline.Operand;

/**
 * Writes a pipeline in the model language: its mbarriers, its arrays, and for each role a loop over
 * tiles around one over steps. What is executed once per tile is behind the steps; where a step has
 * several copies in the code, each is executed in its share of the steps.
 */
final class PipelineWriter {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int UNITS = 10_000;
  private static final int ROW_BYTES = Pipeline.ROW_BYTES;
  private static final int STEP_BYTES = 0x200; // of code: boxes farther apart are of another step

  private final Pipeline pipeline;
  private final String block; // linear in the grid, cluster by cluster
  private final String lineBlock; // linear in the first two sides of the grid
  private final long blocks;

  /**
   * Prepares to write a pipeline.
   *
   * @param profile gives the grid
   */
  PipelineWriter(Pipeline pipeline, KernelProfile profile) {
    this.pipeline = pipeline;
    int x = profile.grid()[0];
    this.block = profile.linearBlock();
    this.lineBlock = "bx + " + x + " * by";
    this.blocks = profile.blocks();
  }

  /** Returns the arrays of the operands, in bytes; those of drawn tiles follow their number. */
  Map<String, JsonNode> arrays() {
    long first = pipeline.panels().first();
    Map<String, JsonNode> found = new LinkedHashMap<>();
    for (Operand operand : pipeline.operands()) {
      long panelBytes = operand.panelBytes(pipeline.steps());
      long more = rowsBeyond(operand) * pipeline.steps() * ROW_BYTES;
      found.put(
          operand.array(),
          found.isEmpty()
              ? JSON.numberNode(Math.multiplyExact(first, panelBytes) + more)
              : sized(
                  "ceildiv(tiles, " + first + ")", pipeline.panels().second(), panelBytes, more));
    }
    long tiles = pipeline.clusterTiles();
    long tileBytes = pipeline.tiles() / tiles * pipeline.store().tileBytes();
    found.put("result", sized("tiles", tiles, tileBytes, 0));
    return found;
  }

  private JsonNode sized(String count, long number, long bytes, long more) {
    return pipeline.drawsTiles()
        ? JSON.textNode(count + " * " + bytes + (more > 0 ? " + " + more : ""))
        : JSON.numberNode(Math.addExact(Math.multiplyExact(number, bytes), more));
  }

  /** Returns how many rows the boxes of a stage may lie beyond those of its tile. */
  private long rowsBeyond(Operand operand) {
    long most = pipeline.stageBytes() / ROW_BYTES;
    for (BulkLoad load : pipeline.loads()) {
      most = load.operand().equals(operand) ? Math.max(most, rowsBefore(load) + load.rows()) : most;
    }
    return most;
  }

  /** Rows of the boxes of the same matrix before a box in a step. */
  private long rowsBefore(BulkLoad load) {
    long rows = 0;
    for (BulkLoad other : pipeline.loads()) {
      long distance = load.line().address() - other.line().address();
      boolean isBefore = distance > 0 && distance < STEP_BYTES;
      rows += isBefore && other.operand().equals(load.operand()) ? other.rows() : 0;
    }
    return rows;
  }

  /** Writes the mbarriers of the stages, by the first thread. */
  ObjectNode init() {
    ObjectNode node = JSON.objectNode();
    node.put("if", "thread == 0");
    ArrayNode then = node.putArray("then");
    int warps = pipeline.consumerWarps() / pipeline.groups();
    int consumers = warps * (pipeline.hasMulticast() ? pipeline.cluster() : 1);
    ObjectNode repeat = then.addObject().put("repeat", pipeline.stages()).put("as", "s");
    repeat
        .putArray("body")
        .add("SYNCS.EXCH.64(1) @ full[{s}]; SYNCS.EXCH.64(%s) @ empty[{s}]".formatted(consumers));
    return node;
  }

  /**
   * Writes the loop of a role over tiles and steps.
   *
   * @param instructions writes those outside of any loop that the address layout knows
   */
  ObjectNode role(Region.Loop loop, Function<List<SassLine>, ArrayNode> instructions) {
    List<List<SassLine>> segments = Region.segments(loop.body());
    boolean isProducer = segments.stream().anyMatch(PipelineSearch::loads);
    Predicate<List<SassLine>> isStep =
        isProducer ? PipelineSearch::loads : PipelineSearch::multiplies;
    double all = 0;
    for (List<SassLine> segment : segments) {
      all += isStep.test(segment) ? segment.get(0).counts().warps() : 0;
    }
    double perTile = all / pipeline.steps();
    Role role = new Role(loop, isProducer, instructions);
    ObjectNode node = JSON.objectNode();
    node.put("loop", role.tile);
    if (pipeline.drawsTiles()) {
      node.put("draws", "tile").put("below", "tiles");
    } else {
      node.put("trips", tileTrips());
    }
    ArrayNode body = role.turn(node.putArray("body"));
    ObjectNode inner = body.addObject();
    inner.put("loop", role.step).put("trips", Long.toString(pipeline.steps()));
    ArrayNode stepBody = inner.putArray("body");
    double before = 0;
    for (List<SassLine> segment : segments) {
      double count = segment.get(0).counts().warps();
      if (isStep.test(segment)) {
        boolean isOnly = count > 0.9995 * all;
        String turn = isOnly ? null : between(role.step, before / all, (before + count) / all);
        before += count;
        add(stepBody, turn, role.step(segment));
      } else if (count > 1.5 * perTile) {
        String turn = count > 0.98 * all ? null : between(role.step, 0, count / all);
        add(stepBody, turn, instructions.apply(segment));
      } else {
        String turn = count > 0.95 * perTile ? null : between(role.tile, 0, count / perTile);
        add(body, turn, role.tile(segment));
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

  /** Returns the trips over tiles: the cluster takes every n-th one. */
  private String tileTrips() {
    long clusterTiles = pipeline.tiles() / pipeline.cluster();
    long clusters = clusters();
    return clusterTiles % clusters == 0
        ? Long.toString(clusterTiles / clusters)
        : "(" + (clusterTiles + clusters - 1) + " - " + cluster() + ") / " + clusters;
  }

  private long clusters() {
    return Math.max(1, blocks / pipeline.cluster());
  }

  private String cluster() {
    return pipeline.cluster() == 1
        ? "(" + block + ")"
        : "((" + block + ") / " + pipeline.cluster() + ")";
  }

  /** Returns the rank of a thread block in its cluster. */
  private String rank() {
    return "((" + block + ") % " + pipeline.cluster() + ")";
  }

  /** Returns the tile of a trip, of those that clusters share. */
  private String clusterTile(String trip) {
    return pipeline.drawsTiles()
        ? "tile"
        : "(" + trip + " * " + clusters() + " + " + cluster() + ")";
  }

  /** Returns the tile of a trip, of those of the thread blocks. */
  private String blockTile(String trip) {
    return pipeline.drawsTiles()
        ? "(tile * " + pipeline.cluster() + " + " + rank() + ")"
        : "(" + trip + " * " + blocks + " + " + lineBlock + ")";
  }

  /** Writes the straight pieces of a role: its steps and its ends of tiles. */
  private final class Role {
    private final String tile; // counter of the loop over tiles
    private final String step; // counter of the loop over the steps of a tile
    private final boolean isProducer; // fills stages, or multiplies what is in them
    private final Function<List<SassLine>, ArrayNode> instructions;

    Role(Region.Loop loop, boolean isProducer, Function<List<SassLine>, ArrayNode> instructions) {
      this.tile = "t" + loop.id();
      this.step = loop.counter();
      this.isProducer = isProducer;
      this.instructions = instructions;
    }

    /** Writes which warps multiply a tile; returns what they do. */
    ArrayNode turn(ArrayNode body) {
      if (isProducer || pipeline.groups() == 1) {
        return body;
      }
      int groups = pipeline.groups();
      String group = "warp / " + pipeline.consumerWarps() / groups + " % " + groups;
      return body.addObject().put("if", tile + " % " + groups + " == " + group).putArray("then");
    }

    private String index() {
      return "(" + tile + " * " + pipeline.steps() + " + " + step + ")";
    }

    private String stage(String barrier) {
      return barrier + "[" + index() + " % " + pipeline.stages() + "]";
    }

    /** A step: waits for its stage, works on it, signals. */
    ArrayNode step(List<SassLine> segment) {
      ArrayNode out = JSON.arrayNode();
      String uses = index() + " / " + pipeline.stages();
      if (pipeline.waits()) {
        out.add(
            isProducer
                ? "SYNCS.PHASECHK.TRANS64.TRYWAIT(" + uses + ") @ " + stage("empty")
                : "SYNCS.PHASECHK.TRANS64.TRYWAIT(" + uses + " + 1) @ " + stage("full"));
      }
      boolean signalled = false;
      if (isProducer) {
        load(segment, out);
      }
      for (SassLine line : segment) {
        if (isProducer && line.name().equals(PipelineSearch.LOAD)) {
          continue; // written before the rest of the step
        }
        if (!isProducer && !signalled && line.opcode().contains("A1T0")) {
          signal(out);
          signalled = true;
        } else {
          out.addAll(instructions.apply(List.of(line)));
        }
      }
      if (!isProducer && !signalled) {
        signal(out);
      }
      return out;
    }

    private void signal(ArrayNode out) {
      if (!pipeline.hasMulticast()) {
        out.add("SYNCS.ARRIVE.TRANS64.A1T0 @ " + stage("empty"));
        return;
      }
      for (int r = 0; r < pipeline.cluster(); r++) {
        out.add("SYNCS.ARRIVE.TRANS64.A1T0(" + r + ") @ " + stage("empty"));
      }
    }

    /** Loads a stage; one of which the code shows a part is loaded by loading it several times. */
    private void load(List<SassLine> segment, ArrayNode out) {
      List<BulkLoad> loads =
          segment.stream()
              .filter(line -> line.name().equals(PipelineSearch.LOAD))
              .map(pipeline::load)
              .toList();
      long bytes = loads.stream().mapToLong(this::received).sum();
      long times = Math.max(1, Math.round((double) pipeline.stageBytes() / Math.max(1, bytes)));
      out.add("SYNCS.ARRIVE.TRANS64.RED(" + times * bytes + ") @ " + stage("full"));
      for (long time = 0; time < times; time++) {
        for (BulkLoad load : loads) {
          long before = loads.stream().filter(load::isAlike).mapToLong(BulkLoad::rows).sum();
          out.add(load(load, time * before));
        }
      }
    }

    private long received(BulkLoad load) {
      int receivers = load.line().has(BoxBytes.MULTICAST) ? pipeline.cluster() : 1;
      return load.rows() * ROW_BYTES * receivers;
    }

    private String load(BulkLoad load, long before) {
      SassLine line = load.line();
      Operand operand = load.operand();
      long pitch = pipeline.steps() * ROW_BYTES;
      long panels = pipeline.panels().first();
      boolean isFirst = pipeline.operands().get(0).equals(operand);
      String tileIndex = clusterTile(tile);
      String panel = isFirst ? tileIndex + " % " + panels : tileIndex + " / " + panels;
      long rowsBefore = before + rowsBefore(load);
      long ofBlock = operand.clusterRows() / pipeline.cluster();
      String row =
          "(%s) * %s + %s * %s".formatted(panel, operand.clusterRows(), rank(), ofBlock)
              + (rowsBefore > 0 ? " + " + rowsBefore : "");
      String receivers =
          line.has(BoxBytes.MULTICAST) ? ", " + ((1L << pipeline.cluster()) - 1) : "";
      String box = "(" + load.rows() + ", " + ROW_BYTES + ", " + pitch + receivers + ")";
      String at = "[(" + row + ") * " + pitch + " + " + step + " * " + ROW_BYTES + "]";
      return line.opcode() + box + " @ " + operand.array() + at + " -> " + stage("full");
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
          out.addAll(instructions.apply(List.of(line)));
        }
      }
      return out;
    }

    /** The boxes of a tile lie one behind the other, those of a warp together. */
    private ObjectNode store(SassLine line, int number, long ofWarp) {
      long bytes = pipeline.store().boxBytes();
      long tileBytes = pipeline.store().tileBytes();
      double share = line.counts().lanes() / 32;
      long every = Math.max(1, Math.round(1 / Math.max(1e-3, share)));
      ObjectNode node = JSON.objectNode();
      node.put("predicate", every == 1 ? "1" : "warp % " + every + " == 0");
      String ofTile = "(warp / " + every + " * " + ofWarp + " + " + number + ")";
      String at =
          "%s * %s + %s %% %s * %s"
              .formatted(blockTile(tile), tileBytes, ofTile, tileBytes / bytes, bytes);
      String box = "(" + bytes / ROW_BYTES + ", " + ROW_BYTES + ", " + ROW_BYTES + ")";
      node.putArray("body").add(line.opcode() + box + " @ result[" + at + "]");
      return node;
    }
  }
}
