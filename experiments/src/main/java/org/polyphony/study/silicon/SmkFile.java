package org.polyphony.study.silicon;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.workload.kernel.BundledModels;

/**
 * Pairs of kernels measured on the same SMs: {@code { "device": { "sms" }, "kernels": { KERNEL: {
 * "aloneRateByK" } }, "pairs": [ { "first", "second", "k", "progress", "stp", "antt" } ] }}. What
 * else it has is not read.
 */
final class SmkFile {
  /** Thread blocks of 256 threads that an SM holds. */
  static final int SEATS = 8;

  private static final String MODEL = "smk-";

  private SmkFile() {}

  /**
   * All that was measured.
   *
   * @param aloneRates units per second of all SMs, by kernel: with 1, 2, ... thread blocks on each
   * @param pairs together, with the thread blocks of each on every SM; progress is over that of 8
   *     thread blocks
   */
  record Measured(int sms, Map<String, List<Double>> aloneRates, List<MeasuredPair> pairs) {}

  static String model(String kernel) {
    return MODEL + kernel;
  }

  static Measured read(JsonInput input) {
    JsonInput kernels = input.key("kernels");
    Map<String, List<Double>> rates = new LinkedHashMap<>();
    for (String name : kernels.keys()) {
      if (!kernels().contains(name)) {
        throw kernels.wrong(name, "one of " + String.join(", ", kernels()));
      }
      rates.put(name, rates(kernels.key(name).key("aloneRateByK")));
    }
    List<MeasuredPair> pairs = input.key("pairs").items(SmkFile::pair);
    return new Measured((int) input.key("device").wholeNumber("sms"), rates, pairs);
  }

  private static List<Double> rates(JsonInput at) {
    if (at.items().isEmpty() || at.items().size() > SEATS) {
      throw at.wrong("a list of 1 to " + SEATS);
    }
    return at.items(JsonInput::positive);
  }

  private static MeasuredPair pair(JsonInput at) {
    List<String> kernels =
        List.of(at.key("first").oneOf(kernels()), at.key("second").oneOf(kernels()));
    List<Integer> blocks =
        at.key("k").two().stream().map(each -> (int) each.wholeNumber()).toList();
    if (blocks.stream().anyMatch(n -> n < 1 || n >= SEATS)
        || blocks.get(0) + blocks.get(1) > SEATS) {
      throw at.key("k").wrong("two numbers of 1 or more, together at most " + SEATS);
    }
    List<Double> progress = at.key("progress").two().stream().map(JsonInput::positive).toList();
    return new MeasuredPair(
        kernels, blocks, false, progress, at.key("stp").positive(), at.key("antt").positive());
  }

  private static List<String> kernels() {
    return BundledModels.smk().stream().map(name -> name.substring(MODEL.length())).toList();
  }
}
