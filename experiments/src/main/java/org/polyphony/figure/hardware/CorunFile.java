package org.polyphony.figure.hardware;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.polyphony.workload.kernel.BundledModels;

/**
 * Pairs of sample kernels measured together on hardware: {@code { "sms", "sizes",
 * "aloneLaunchesPerSecondBySms": { KERNEL: { SMS: rate } }, "pairs": [ { "pair", "mode", "sms",
 * "progress", "stp", "antt" } ] }}, with mode {@code spatial} or {@code streams}.
 */
final class CorunFile {
  private static final String ALONE = "aloneLaunchesPerSecondBySms";

  private CorunFile() {}

  /** How two kernels share the device. */
  enum Mode {
    /** On disjoint sets of SMs. */
    SPATIAL,
    /** On two streams of the whole device: what one leaves, the other gets. */
    STREAMS
  }

  /**
   * All that was measured.
   *
   * @param sms SMs of the device
   * @param aloneRates launches per second alone, by kernel, then by number of SMs
   * @param pairs together
   */
  record Measured(int sms, Map<String, SortedMap<Integer, Double>> aloneRates, List<Pair> pairs) {}

  /**
   * One pair in one mode.
   *
   * @param kernels the two
   * @param mode how they share the device
   * @param sms SMs of each; those of the device with streams
   * @param progress launches per second of each, over those alone on all SMs
   * @param stp sum of progress
   * @param antt mean of its inverses
   */
  record Pair(
      List<String> kernels,
      Mode mode,
      List<Integer> sms,
      List<Double> progress,
      double stp,
      double antt) {
    /** Returns it as what a run is compared with. */
    ComparedCorun.Measured compared() {
      String series = mode == Mode.STREAMS ? "streams" : sms.get(0) + "/" + sms.get(1);
      return new ComparedCorun.Measured(kernels, series, progress, stp, antt);
    }
  }

  static Measured read(JsonInput input) {
    int sms = (int) input.wholeNumber("sms");
    JsonInput alone = input.key(ALONE);
    Map<String, SortedMap<Integer, Double>> rates = new LinkedHashMap<>();
    for (String kernel : alone.keys()) {
      rates.put(kernel, rates(alone.key(kernel)));
    }
    List<Pair> pairs = new ArrayList<>();
    input.key("pairs").items().forEach(at -> pairs.add(pair(at, sms)));
    return new Measured(sms, rates, pairs);
  }

  private static SortedMap<Integer, Double> rates(JsonInput kernel) {
    SortedMap<Integer, Double> rates = new TreeMap<>();
    for (String sms : kernel.keys()) {
      if (!sms.matches("[1-9][0-9]{0,3}")) {
        throw kernel.wrong("numbers of SMs as keys");
      }
      rates.put(Integer.valueOf(sms), kernel.number(sms));
    }
    return rates;
  }

  private static Pair pair(JsonInput at, int deviceSms) {
    List<String> kernels =
        at.key("pair").two().stream().map(k -> k.oneOf(BundledModels.samples())).toList();
    List<Integer> sms = at.key("sms").two().stream().map(each -> (int) each.wholeNumber()).toList();
    List<Double> progress = at.key("progress").two().stream().map(JsonInput::number).toList();
    Mode mode =
        switch (at.text("mode")) {
          case "spatial" -> Mode.SPATIAL;
          case "streams" -> Mode.STREAMS;
          default -> throw at.key("mode").wrong("spatial or streams");
        };
    boolean fits =
        mode == Mode.STREAMS
            || (sms.stream().allMatch(n -> n > 0) && sms.get(0) + sms.get(1) <= deviceSms);
    if (!fits) {
      throw at.key("sms").wrong("two numbers of 1 or more, together at most " + deviceSms);
    }
    return new Pair(kernels, mode, sms, progress, at.number("stp"), at.number("antt"));
  }
}
