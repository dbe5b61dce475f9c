package org.polyphony.workload.kernel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;

/** Reads the kernels of a model and checks what does not depend on a launch. */
final class KernelReader {
  private static final int MOST_SHARED_BYTES = 227 * 1024; // of Hopper; a device may have less
  private static final int MOST_THREADS = 1024;
  private static final int MOST_IN_CLUSTER = 16; // of Hopper
  private static final int MOST_ALIGNMENT = 16; // bytes: the widest access

  private final Scope scope; // has the model's parameters

  KernelReader(Scope scope) {
    this.scope = scope;
  }

  KernelDefinition read(String name, ModelNode node) {
    node.onlyKeys(
        "about",
        "registers",
        "sharedMemory",
        "block",
        "grid",
        "cluster",
        "shared",
        "local",
        "let",
        "program");
    int registers = node.get("registers").integer(1, 255);
    int sharedBytes =
        node.has("sharedMemory") ? node.get("sharedMemory").integer(0, MOST_SHARED_BYTES) : 0;
    Map<String, ArrayRange> arrays = new LinkedHashMap<>();
    long used = arrays(node, "shared", MemorySpace.SHARED, arrays);
    if (used > sharedBytes) {
      throw node.get("shared")
          .place()
          .error("arrays of " + used + " bytes", "at most sharedMemory = " + sharedBytes);
    }
    arrays(node, "local", MemorySpace.LOCAL, arrays);
    List<ProgramStep> program = new ProgramReader(scope).read(node.get("program").list());
    InstructionTable table = new StaticProgram(program, node.place()).table(registers);
    return new KernelDefinition(
        name,
        node.textOr("about", ""),
        registers,
        sharedBytes,
        block(node.get("block")),
        grid(node),
        cluster(node),
        arrays,
        abbreviations(node),
        program,
        table,
        node.place());
  }

  private int[] block(ModelNode node) {
    int[] block = {1, 1, 1};
    List<ModelNode> sides = node.list();
    for (int i = 0; i < Math.min(3, sides.size()); i++) {
      block[i] = (int) Math.max(0, Math.min(MOST_THREADS + 1, sides.get(i).value(scope)));
    }
    long threads = (long) block[0] * block[1] * block[2];
    if (sides.isEmpty() || sides.size() > 3 || threads < 1 || threads > MOST_THREADS) {
      throw node.place().error(node.brief(), "1 to 3 sides, at most 1024 threads in all");
    }
    return block;
  }

  private int[] cluster(ModelNode node) {
    int[] cluster = {1, 1, 1};
    if (!node.has("cluster")) {
      return cluster;
    }
    List<ModelNode> sides = node.get("cluster").list();
    for (int i = 0; i < Math.min(3, sides.size()); i++) {
      cluster[i] = (int) Math.max(0, Math.min(MOST_IN_CLUSTER + 1, sides.get(i).value(scope)));
    }
    int blocks = cluster[0] * cluster[1] * cluster[2];
    if (sides.isEmpty() || sides.size() > 3 || blocks < 1 || blocks > MOST_IN_CLUSTER) {
      throw node.get("cluster")
          .place()
          .error(node.get("cluster").brief(), "1 to 3 sides, at most 16 thread blocks in all");
    }
    return cluster;
  }

  /** Returns the expressions of the sides of a kernel's or a launch's grid, empty without one. */
  static List<String> grid(ModelNode node) {
    List<String> sides = node.listOrEmpty("grid").stream().map(ModelNode::expression).toList();
    if (node.has("grid") && (sides.isEmpty() || sides.size() > 3)) {
      throw node.get("grid").place().error(node.get("grid").brief(), "1 to 3 sides");
    }
    return sides;
  }

  private long arrays(
      ModelNode node, String key, MemorySpace space, Map<String, ArrayRange> arrays) {
    long at = 0;
    for (Map.Entry<String, ModelNode> entry : node.membersOrEmpty(key).entrySet()) {
      ModelNode array = entry.getValue().onlyKeys("element", "count");
      int element = array.get("element").integer(1, 4096);
      long count = array.get("count").value(scope);
      if (count < 1) {
        throw array.get("count").place().error(String.valueOf(count), "1 or more elements");
      }
      int alignment = Math.min(MOST_ALIGNMENT, Integer.lowestOneBit(element));
      at = (at + alignment - 1) / alignment * alignment;
      ArrayRange range = new ArrayRange(entry.getKey(), space, at, element, count);
      arrays.put(entry.getKey(), range);
      at = range.end();
    }
    return at;
  }

  private Map<String, Expression> abbreviations(ModelNode node) {
    Map<String, Expression> abbreviations = new LinkedHashMap<>();
    for (Map.Entry<String, ModelNode> entry : node.membersOrEmpty("let").entrySet()) {
      ModelNode value = entry.getValue();
      if (scope.defines(entry.getKey())) {
        throw value.place().error("the name of a parameter", "a new name");
      }
      abbreviations.put(entry.getKey(), ExpressionParser.parse(value.expression(), value.place()));
    }
    return abbreviations;
  }
}
