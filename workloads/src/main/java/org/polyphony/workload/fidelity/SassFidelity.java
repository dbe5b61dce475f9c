package org.polyphony.workload.fidelity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.Fidelity;
import org.polyphony.gpu.kernel.Fidelity.Treatment;

/**
 * How closely the device executes each SASS instruction, whatever the architecture.
 *
 * <p>Exact means as its class in the tables of opcodes: pipe, latency and throughput of the device
 * file, dependences, memory accesses, waits.
 */
public final class SassFidelity {
  /** Of opcodes that the tables lack. */
  public static final Fidelity UNKNOWN =
      new Fidelity(Treatment.NOT_MODELLED, "unknown opcode; timed as an integer instruction");

  private static final String ADDRESSES = "@";
  private static final String OPERANDS = "()";
  private static final String MODEL = "MODEL";
  private static final Map<String, List<Entry>> BY_OPCODE = read("sass-fidelity.json");

  private SassFidelity() {}

  /** What is said of mnemonics of one opcode with some modifiers. */
  private record Entry(List<String> modifiers, Fidelity fidelity) {}

  /**
   * Returns how closely the device executes an instruction of a trace.
   *
   * @param mnemonic opcode with modifiers
   * @param hasAddresses whether it accesses memory at lane addresses
   * @param hasOperands whether its immediate is known
   */
  public static Fidelity of(String mnemonic, boolean hasAddresses, boolean hasOperands) {
    return of(mnemonic, facts(hasAddresses, hasOperands));
  }

  /**
   * Returns how closely the device executes an instruction of a kernel model.
   *
   * @param hasSpace whether it accesses memory, at lane addresses or in a number of passes
   * @param hasOperands whether immediate operands are given
   */
  public static Fidelity ofModel(String mnemonic, boolean hasSpace, boolean hasOperands) {
    List<String> facts = facts(hasSpace, hasOperands);
    facts.add(MODEL);
    return of(mnemonic, facts);
  }

  private static List<String> facts(boolean hasAddresses, boolean hasOperands) {
    List<String> facts = new ArrayList<>();
    if (hasAddresses) {
      facts.add(ADDRESSES);
    }
    if (hasOperands) {
      facts.add(OPERANDS);
    }
    return facts;
  }

  private static Fidelity of(String mnemonic, List<String> facts) {
    List<String> parts = new ArrayList<>(List.of(mnemonic.split("\\.", -1)));
    parts.addAll(facts);
    return BY_OPCODE.getOrDefault(parts.get(0), List.of()).stream()
        .filter(entry -> parts.containsAll(entry.modifiers))
        .max(Comparator.comparingInt(entry -> entry.modifiers.size()))
        .map(Entry::fidelity)
        .orElse(UNKNOWN);
  }

  /** Returns whether the table has an opcode, given without modifiers. */
  public static boolean knows(String opcode) {
    return BY_OPCODE.containsKey(opcode);
  }

  private static Map<String, List<Entry>> read(String file) {
    try (InputStream in = SassFidelity.class.getResourceAsStream(file)) {
      Map<String, List<Entry>> table = new HashMap<>();
      for (JsonNode group : new ObjectMapper().readTree(in).path("opcodes")) {
        add(group, table);
      }
      return table;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(JsonNode group, Map<String, List<Entry>> table) {
    Treatment treatment = Treatment.valueOf(group.path("treatment").asText());
    Fidelity fidelity = new Fidelity(treatment, group.path("how").asText());
    for (Map.Entry<String, JsonNode> names : group.properties()) {
      if (List.of("treatment", "how").contains(names.getKey())) {
        continue;
      }
      for (String name : names.getValue().asText().split(" ", -1)) {
        List<String> parts = Arrays.asList(name.split("\\.", -1));
        Entry entry = new Entry(parts.subList(1, parts.size()), fidelity);
        table.computeIfAbsent(parts.get(0), opcode -> new ArrayList<>()).add(entry);
      }
    }
  }
}
