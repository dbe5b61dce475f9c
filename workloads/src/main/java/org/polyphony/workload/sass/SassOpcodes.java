package org.polyphony.workload.sass;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/**
 * The class of every SASS opcode, by the SM version of the code, and the memory that it accesses.
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
 * are no separate integer units. Kernel models have one table for all SM versions, with the classes
 * of Maxwell's conversions and textures (CUDA Binary Utilities, table of Maxwell and Pascal). Which
 * opcodes the device does not execute as it should: {@link
 * org.polyphony.workload.fidelity.SassFidelity}.
 */
public final class SassOpcodes {
  private static final String MODELS = "models";
  private static final JsonNode ALL = read("sass-opcodes.json");
  private static final Map<String, MemorySpace> SPACES = new HashMap<>();
  private static final Map<String, Effect> EFFECTS = new HashMap<>();
  private static final Map<String, OpClass> OF_MODELS = classes(MODELS);
  private static final Map<Integer, Map<String, OpClass>> BY_VERSION = new TreeMap<>();

  static {
    addNames(ALL.path("spaces"), SPACES, MemorySpace::valueOf);
    addNames(ALL.path("effects"), EFFECTS, Effect::valueOf);
    for (Map.Entry<String, JsonNode> version : ALL.path("versions").properties()) {
      if (!version.getKey().equals(MODELS)) {
        BY_VERSION.put(Integer.valueOf(version.getKey()), classes(version.getKey()));
      }
    }
  }

  private SassOpcodes() {}

  public static boolean supports(int binaryVersion) {
    return BY_VERSION.containsKey(binaryVersion);
  }

  public static String supported() {
    return BY_VERSION.keySet().toString();
  }

  /**
   * Returns the class of an opcode.
   *
   * @param binaryVersion an SM version that {@link #supports}
   * @param name the opcode up to its first dot
   * @return its class; null when the table does not have it
   */
  public static OpClass classOf(int binaryVersion, String name) {
    return BY_VERSION.get(binaryVersion).get(name);
  }

  /** Returns the class of an opcode of a kernel model; null when no table has it. */
  public static OpClass classInModels(String name) {
    return OF_MODELS.get(name);
  }

  /** Returns the opcodes of kernel models. */
  public static Set<String> inModels() {
    return Set.copyOf(OF_MODELS.keySet());
  }

  /** Returns the memory of an opcode, {@link MemorySpace#NONE} if it accesses none. */
  static MemorySpace space(String name) {
    return SPACES.getOrDefault(name, MemorySpace.NONE);
  }

  /** Returns what an opcode does besides executing; {@code parts} are it and its modifiers. */
  static Effect effect(List<String> parts) {
    Effect found = EFFECTS.getOrDefault(parts.get(0), Effect.NONE);
    for (String modifier : parts.subList(1, parts.size())) {
      found = EFFECTS.getOrDefault(parts.get(0) + "." + modifier, found);
    }
    return found;
  }

  private static JsonNode read(String file) {
    try (InputStream in = SassOpcodes.class.getResourceAsStream(file)) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, OpClass> classes(String version) {
    Map<String, OpClass> table = new HashMap<>();
    for (JsonNode set : ALL.path("versions").path(version)) {
      addNames(ALL.path("sets").path(set.asText()), table, OpClass::valueOf);
    }
    return table;
  }

  private static <T> void addNames(JsonNode from, Map<String, T> to, Function<String, T> value) {
    for (Map.Entry<String, JsonNode> names : from.properties()) {
      T each = value.apply(names.getKey());
      List.of(names.getValue().asText().split(" ", -1)).forEach(name -> to.put(name, each));
    }
  }
}
