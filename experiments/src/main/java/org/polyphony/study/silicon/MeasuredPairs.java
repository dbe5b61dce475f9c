package org.polyphony.study.silicon;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import org.polyphony.study.silicon.CorunReport.Alone;
import org.polyphony.workload.kernel.BundledModels;

/**
 * Kernels measured alone and in pairs on hardware.
 *
 * @param sms of the device
 * @param aloneRates units of work per second alone, by kernel, then by SMs or by thread blocks per
 *     SM
 */
record MeasuredPairs(
    int sms, Map<String, SortedMap<Integer, Double>> aloneRates, List<MeasuredPair> pairs) {
  /** Thread blocks of 256 threads per SM. */
  static final int SEATS = 8;

  /** Prefix of the models of kernels measured on the same SMs. */
  static final String MODEL = "smk-";

  private static final String ALONE = "aloneLaunchesPerSecondBySms";

  /**
   * Reads sample kernels on disjoint SMs and on streams: {@code { "sms",
   * "aloneLaunchesPerSecondBySms": { KERNEL: { SMS: rate } }, "pairs": [ { "pair", "mode", "sms",
   * "progress", "stp", "antt" } ] }}, with mode {@code spatial} or {@code streams}.
   */
  static MeasuredPairs onSms(JsonInput input) {
    int sms = (int) input.wholeNumber("sms");
    return new MeasuredPairs(
        sms,
        input.key(ALONE).values(MeasuredPairs::ratesBySms),
        input.key("pairs").items(at -> pairOnSms(at, sms)));
  }

  private static SortedMap<Integer, Double> ratesBySms(JsonInput kernel) {
    SortedMap<Integer, Double> rates = new TreeMap<>();
    for (String sms : kernel.keys()) {
      if (!sms.matches("[1-9][0-9]{0,3}")) {
        throw kernel.wrong("numbers of SMs as keys");
      }
      rates.put(Integer.valueOf(sms), kernel.number(sms));
    }
    return rates;
  }

  private static MeasuredPair pairOnSms(JsonInput at, int deviceSms) {
    boolean isOnStreams =
        switch (at.text("mode")) {
          case "spatial" -> false;
          case "streams" -> true;
          default -> throw at.key("mode").wrong("spatial or streams");
        };
    int most = isOnStreams ? Integer.MAX_VALUE : deviceSms;
    return pair(at, names(at.key("pair").two(), BundledModels.samples()), "sms", most, isOnStreams);
  }

  /**
   * Reads kernels on the same SMs: {@code { "device": { "sms" }, "kernels": { KERNEL: {
   * "aloneRateByK" } }, "pairs": [ { "first", "second", "k", "progress", "stp", "antt" } ] }},
   * where K is the number of thread blocks per SM, from 1. Other keys are ignored.
   */
  static MeasuredPairs onSameSms(JsonInput input) {
    List<String> known =
        BundledModels.smk().stream().map(name -> name.substring(MODEL.length())).toList();
    JsonInput kernels = input.key("kernels");
    Map<String, SortedMap<Integer, Double>> rates = new LinkedHashMap<>();
    for (String name : kernels.keys()) {
      if (!known.contains(name)) {
        throw kernels.wrong(name, "one of " + String.join(", ", known));
      }
      rates.put(name, ratesByBlocks(kernels.key(name).key("aloneRateByK")));
    }
    return new MeasuredPairs(
        (int) input.key("device").wholeNumber("sms"),
        rates,
        input
            .key("pairs")
            .items(
                at -> {
                  List<JsonInput> both = List.of(at.key("first"), at.key("second"));
                  return pair(at, names(both, known), "k", SEATS, false);
                }));
  }

  private static SortedMap<Integer, Double> ratesByBlocks(JsonInput at) {
    List<Double> values = at.items(JsonInput::positive);
    if (values.isEmpty() || values.size() > SEATS) {
      throw at.wrong("a list of 1 to " + SEATS);
    }
    SortedMap<Integer, Double> rates = new TreeMap<>();
    values.forEach(rate -> rates.put(rates.size() + 1, rate));
    return rates;
  }

  private static List<String> names(List<JsonInput> kernels, List<String> known) {
    return kernels.stream().map(kernel -> kernel.oneOf(known)).toList();
  }

  private static MeasuredPair pair(
      JsonInput at, List<String> kernels, String partsKey, int most, boolean isOnStreams) {
    JsonInput key = at.key(partsKey);
    List<Integer> parts = key.two().stream().map(each -> (int) each.wholeNumber()).toList();
    if (parts.get(0) < 1 || parts.get(1) < 1 || parts.get(0) + parts.get(1) > most) {
      throw key.wrong("two numbers of 1 or more, together at most " + most);
    }
    List<Double> progress = at.key("progress").two().stream().map(JsonInput::positive).toList();
    return new MeasuredPair(
        kernels, parts, isOnStreams, progress, at.key("stp").positive(), at.key("antt").positive());
  }

  /**
   * Returns kernels alone, with simulated values.
   *
   * @param ours simulated rate of a kernel on a part; NaN if not run
   */
  List<Alone> alone(ToDoubleBiFunction<String, Integer> ours) {
    List<Alone> alone = new ArrayList<>();
    aloneRates.forEach(
        (kernel, rates) ->
            rates.forEach(
                (part, rate) ->
                    alone.add(new Alone(kernel, part, ours.applyAsDouble(kernel, part), rate))));
    alone.removeIf(each -> Double.isNaN(each.ours()));
    return alone;
  }
}
