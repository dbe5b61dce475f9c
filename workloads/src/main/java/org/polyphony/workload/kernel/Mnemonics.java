package org.polyphony.workload.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/**
 * What the mnemonics of Maxwell SASS (sm_50 to sm_53) need of an SM, and those of Hopper (sm_90)
 * that Maxwell does not have, as traces of either are read. Source: instruction set reference of
 * NVIDIA's CUDA Binary Utilities, tables of Maxwell and Pascal and of Hopper.
 */
final class Mnemonics {
  private static final JsonNode ALL = read("mnemonics.json");
  private static final Map<String, OpClass> CLASSES = byName("classes", OpClass::valueOf);
  private static final Map<String, MemorySpace> SPACES = byName("spaces", MemorySpace::valueOf);

  private Mnemonics() {}

  private static JsonNode read(String file) {
    try (InputStream in = Mnemonics.class.getResourceAsStream(file)) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> Map<String, T> byName(String part, Function<String, T> value) {
    Map<String, T> values = new TreeMap<>();
    for (Map.Entry<String, JsonNode> names : ALL.path(part).properties()) {
      T each = value.apply(names.getKey());
      Arrays.asList(names.getValue().asText().split(" ", -1)).forEach(n -> values.put(n, each));
    }
    return values;
  }

  /** Returns the class of a mnemonic with or without modifiers, null when it is unknown. */
  static OpClass opClass(String mnemonic) {
    return CLASSES.get(base(mnemonic));
  }

  /** Returns the memory of a mnemonic, {@link MemorySpace#NONE} when it has no address. */
  static MemorySpace space(String mnemonic) {
    return SPACES.getOrDefault(base(mnemonic), MemorySpace.NONE);
  }

  /** Returns the bytes per lane that the modifiers say: .64, .128, .U8, .S8, .U16, .S16; else 4. */
  static int widthBytes(String mnemonic) {
    for (String modifier : mnemonic.split("\\.", -1)) {
      int bytes =
          switch (modifier) {
            case "128" -> 16;
            case "64" -> 8;
            case "U16", "S16" -> 2;
            case "U8", "S8" -> 1;
            default -> 0;
          };
      if (bytes > 0) {
        return bytes;
      }
    }
    return 4;
  }

  /** Returns the mnemonics that are known, without modifiers. */
  static Set<String> known() {
    return CLASSES.keySet();
  }

  private static String base(String mnemonic) {
    int dot = mnemonic.indexOf('.');
    return dot < 0 ? mnemonic : mnemonic.substring(0, dot);
  }
}
