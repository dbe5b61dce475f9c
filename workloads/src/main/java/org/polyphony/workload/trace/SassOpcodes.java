package org.polyphony.workload.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.gpu.kernel.OpClass;

/**
 * The class of every SASS opcode, by the SM version of the code.
 *
 * <p>Source: the opcode categories of Accel-Sim's {@code ISA_Def} tables (Pascal, Volta, Turing,
 * Ampere, Hopper), so that a trace means the same here as there. What their categories become:
 *
 * <ul>
 *   <li>SP_OP is FP32, DP_OP FP64, SFU_OP SFU (only MUFU is), INTP_OP INT;
 *   <li>ALU_OP (moves, conversions, shuffles, votes, predicates, surface operations, S2R, NOP, and
 *       LDC, whose constant access Accel-Sim does not model) is INT: they share its pipe and its
 *       latency;
 *   <li>SPECIALIZED_UNIT 1 is BRANCH, 2 TEXTURE, 3 TENSOR, 4 UNIFORM; BARRIER_OP, MEMORY_BARRIER_OP
 *       and EXIT_OPS are BARRIER, FENCE and EXIT (there with a latency of one cycle in the SP pipe,
 *       but MEMORY_BARRIER_OP goes through the memory pipe);
 *   <li>ATOM, ATOMG, RED are loads done at L2 there, ATOMS a shared-memory access: ATOMIC.
 * </ul>
 *
 * <p>Differs: code of Maxwell (50 to 53), for which Accel-Sim has no table, has that of Pascal: the
 * instruction set is the same (CUDA Binary Utilities). KILL, which stands with the tensor unit in
 * the Turing and newer tables, is BRANCH. Accel-Sim of October 2024 has no table for SM 90; the
 * later one has VIMNMX and VIMNMX3 as SP_OP, INT here: the two classes have one pipe where there
 * are no separate integer units. Which opcodes the device does not execute as it should: {@link
 * org.polyphony.workload.fidelity.SassFidelity}.
 */
final class SassOpcodes {
  private static final Map<Integer, Map<String, OpClass>> BY_VERSION = read("sass-opcodes.json");

  private SassOpcodes() {}

  static boolean supports(int binaryVersion) {
    return BY_VERSION.containsKey(binaryVersion);
  }

  static String supported() {
    return BY_VERSION.keySet().toString();
  }

  /**
   * Returns the class of an opcode.
   *
   * @param binaryVersion an SM version that {@link #supports}
   * @param name the opcode up to its first dot
   * @return its class; null when the table does not have it
   */
  static OpClass classOf(int binaryVersion, String name) {
    return BY_VERSION.get(binaryVersion).get(name);
  }

  private static Map<Integer, Map<String, OpClass>> read(String file) {
    try (InputStream in = SassOpcodes.class.getResourceAsStream(file)) {
      JsonNode all = new ObjectMapper().readTree(in);
      Map<Integer, Map<String, OpClass>> tables = new TreeMap<>();
      for (Map.Entry<String, JsonNode> version : all.path("versions").properties()) {
        Map<String, OpClass> table = new HashMap<>();
        version.getValue().forEach(set -> add(all.path("sets").path(set.asText()), table));
        tables.put(Integer.valueOf(version.getKey()), table);
      }
      return tables;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(JsonNode set, Map<String, OpClass> table) {
    for (Map.Entry<String, JsonNode> names : set.properties()) {
      OpClass opClass = OpClass.valueOf(names.getKey());
      for (String name : names.getValue().asText().split(" ", -1)) {
        table.put(name, opClass);
      }
    }
  }
}
