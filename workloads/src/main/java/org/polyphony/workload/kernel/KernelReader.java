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
  private static final long MOST_ELEMENTS = 1L << 40; // of an array, as in global memory
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
        node.get("block").sides(scope, MOST_THREADS, "threads"),
        grid(node),
        node.has("cluster")
            ? node.get("cluster").sides(scope, MOST_IN_CLUSTER, "thread blocks")
            : new int[] {1, 1, 1},
        arrays,
        abbreviations(node),
        program,
        table,
        node.place());
  }

  /** Returns the expressions of the sides of a kernel's or a launch's grid, empty without one. */
  static List<String> grid(ModelNode node) {
    List<String> sides = node.listOrEmpty("grid").stream().map(ModelNode::expression).toList();
    if (node.has("grid") && (sides.isEmpty() || sides.size() > 3)) {
      throw node.get("grid").error(node.get("grid").brief(), "1 to 3 sides");
    }
    return sides;
  }

  private long arrays(
      ModelNode node, String key, MemorySpace space, Map<String, ArrayRange> arrays) {
    long at = 0;
    for (Map.Entry<String, ModelNode> entry : node.membersOrEmpty(key).entrySet()) {
      ModelNode array = entry.getValue().onlyKeys("element", "count");
      int element = array.get("element").integer(1, 4096);
      long count = array.get("count").value(scope, 1, MOST_ELEMENTS, " elements");
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
        throw value.error("the name of a parameter", "a new name");
      }
      abbreviations.put(entry.getKey(), ExpressionParser.parse(value.expression(), value.place()));
    }
    return abbreviations;
  }
}
