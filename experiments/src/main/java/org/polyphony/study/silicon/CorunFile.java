package org.polyphony.study.silicon;

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

  /**
   * All that was measured.
   *
   * @param aloneRates launches per second alone, by kernel, then by number of SMs
   */
  record Measured(
      int sms, Map<String, SortedMap<Integer, Double>> aloneRates, List<MeasuredPair> pairs) {}

  static Measured read(JsonInput input) {
    int sms = (int) input.wholeNumber("sms");
    return new Measured(
        sms,
        input.key(ALONE).values(CorunFile::rates),
        input.key("pairs").items(at -> pair(at, sms)));
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

  private static MeasuredPair pair(JsonInput at, int deviceSms) {
    List<String> kernels =
        at.key("pair").two().stream().map(k -> k.oneOf(BundledModels.samples())).toList();
    List<Integer> sms = at.key("sms").two().stream().map(each -> (int) each.wholeNumber()).toList();
    List<Double> progress = at.key("progress").two().stream().map(JsonInput::number).toList();
    boolean isOnStreams =
        switch (at.text("mode")) {
          case "spatial" -> false;
          case "streams" -> true;
          default -> throw at.key("mode").wrong("spatial or streams");
        };
    boolean isPart = sms.stream().allMatch(n -> n > 0) && sms.get(0) + sms.get(1) <= deviceSms;
    if (!isOnStreams && !isPart) {
      throw at.key("sms").wrong("two numbers of 1 or more, together at most " + deviceSms);
    }
    return new MeasuredPair(
        kernels, sms, isOnStreams, progress, at.number("stp"), at.number("antt"));
  }
}
