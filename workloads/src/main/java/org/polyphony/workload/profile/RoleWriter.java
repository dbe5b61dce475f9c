package org.polyphony.workload.profile;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;
import org.polyphony.workload.profile.Pipeline.BulkLoad;
import org.polyphony.workload.profile.Pipeline.Operand;

/** Writes the straight pieces of a role of a pipeline: its steps and its ends of tiles. */
final class RoleWriter {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int ROW_BYTES = Pipeline.ROW_BYTES;
  private static final int STEP_BYTES = 0x200; // of code: boxes farther apart are of another step

  private final Pipeline pipeline;
  private final TileIndices indices;
  private final String tile;
  private final String step;
  private final boolean isProducer;
  private final Function<List<SassLine>, ArrayNode> instructions;

  /**
   * Prepares a role.
   *
   * @param isProducer whether it fills stages, or multiplies what is in them
   */
  RoleWriter(
      Pipeline pipeline,
      TileIndices indices,
      Region.Loop loop,
      boolean isProducer,
      Function<List<SassLine>, ArrayNode> instructions) {
    this.pipeline = pipeline;
    this.indices = indices;
    this.tile = TileIndices.tile(loop);
    this.step = TileIndices.step(loop);
    this.isProducer = isProducer;
    this.instructions = instructions;
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
    out.add(
        isProducer
            ? "SYNCS.PHASECHK.TRANS64.TRYWAIT(" + uses + ") @ " + stage("empty")
            : "SYNCS.PHASECHK.TRANS64.TRYWAIT(" + uses + " + 1) @ " + stage("full"));
    boolean signalled = false;
    for (SassLine line : segment) {
      if (isProducer && line.name().equals("UTMALDG")) {
        if (!signalled) {
          String bytes = "(" + pipeline.stageBytes() + ")";
          out.add("SYNCS.ARRIVE.TRANS64.RED" + bytes + " @ " + stage("full"));
          signalled = true;
        }
        out.add(load(line));
      } else if (!isProducer && !signalled && line.opcode().contains("A1T0")) {
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

  private String load(SassLine line) {
    BulkLoad load = pipeline.load(line);
    Operand operand = load.operand();
    long pitch = pipeline.steps() * ROW_BYTES;
    long panels = pipeline.panels().first();
    boolean isFirst = pipeline.operands().get(0).equals(operand);
    String tileIndex = indices.clusterTile(tile);
    String panel = isFirst ? tileIndex + " % " + panels : tileIndex + " / " + panels;
    long rowsBefore = rowsBefore(load);
    String row =
        "("
            + panel
            + ") * "
            + operand.clusterRows()
            + " + "
            + indices.rank()
            + " * "
            + operand.clusterRows() / pipeline.cluster()
            + (rowsBefore > 0 ? " + " + rowsBefore : "");
    String receivers = line.has(BoxBytes.MULTICAST) ? ", " + ((1L << pipeline.cluster()) - 1) : "";
    String box = "(" + load.rows() + ", " + ROW_BYTES + ", " + pitch + receivers + ")";
    String at = "[(" + row + ") * " + pitch + " + " + step + " * " + ROW_BYTES + "]";
    return line.opcode() + box + " @ " + operand.array() + at + " -> " + stage("full");
  }

  /** Rows of the boxes of the same matrix before this one in a step. */
  private long rowsBefore(BulkLoad load) {
    long rows = 0;
    for (BulkLoad other : pipeline.loads()) {
      long distance = load.line().address() - other.line().address();
      boolean isBefore = distance > 0 && distance < STEP_BYTES;
      rows += isBefore && other.operand().equals(load.operand()) ? other.rows() : 0;
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
        indices.blockTile(tile)
            + " * "
            + tileBytes
            + " + "
            + ofTile
            + " % "
            + tileBytes / bytes
            + " * "
            + bytes;
    String box = "(" + bytes / ROW_BYTES + ", " + ROW_BYTES + ", " + ROW_BYTES + ")";
    node.putArray("body").add(line.opcode() + box + " @ result[" + at + "]");
    return node;
  }
}
