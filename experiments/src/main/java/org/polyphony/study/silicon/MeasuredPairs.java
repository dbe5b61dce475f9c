package org.polyphony.study.silicon;

import java.util.ArrayList;
import java.util.Collections;
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

  private static final SortedMap<Integer, Double> NONE = Collections.emptySortedMap();
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

  /**
   * Reads kernels of one's own alone, on disjoint SMs and on streams, as profiles.py writes them:
   * {@code { "alone": { SMS: { KERNEL: seconds a launch } }, "pairs": [ { "a", "b", "sms": [ SMS,
   * SMS ] or "streams", "rates": [ launches per second ] } ] }}. The device has the most SMs of a
   * kernel alone. A pair without rates is left out.
   *
   * @param known kernels
   */
  static MeasuredPairs ofKernels(JsonInput input, List<String> known) {
    JsonInput alone = input.key("alone");
    Map<String, SortedMap<Integer, Double>> rates = new LinkedHashMap<>();
    for (String sms : alone.keys()) {
      int part = sms(alone, sms);
      for (String kernel : alone.key(sms).keys()) {
        if (!known.contains(kernel)) {
          throw alone.key(sms).wrong(kernel, "one of " + String.join(", ", known));
        }
        double seconds = alone.key(sms).key(kernel).positive();
        rates.computeIfAbsent(kernel, k -> new TreeMap<>()).put(part, 1 / seconds);
      }
    }
    int whole =
        rates.values().stream()
            .flatMap(ofKernel -> ofKernel.keySet().stream())
            .mapToInt(Integer::intValue)
            .max()
            .orElseThrow(() -> alone.wrong("an object with numbers of SMs"));
    List<MeasuredPair> pairs = new ArrayList<>();
    for (JsonInput at : input.key("pairs").items()) {
      if (at.key("rates").two().stream().noneMatch(JsonInput::isNull)) {
        pairs.add(pairOfKernels(at, rates, whole));
      }
    }
    return new MeasuredPairs(whole, rates, pairs);
  }

  private static MeasuredPair pairOfKernels(
      JsonInput at, Map<String, SortedMap<Integer, Double>> alone, int whole) {
    List<String> known = List.copyOf(alone.keySet());
    List<String> kernels = List.of(at.key("a").oneOf(known), at.key("b").oneOf(known));
    JsonInput sms = at.key("sms");
    boolean isOnStreams = sms.isText();
    if (isOnStreams) {
      sms.oneOf(List.of("streams"));
    }
    List<Integer> parts = isOnStreams ? List.of(whole, whole) : parts(sms, whole);
    List<JsonInput> rates = at.key("rates").two();
    List<Double> progress = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      SortedMap<Integer, Double> ofKernel = alone.get(kernels.get(i));
      if (!ofKernel.containsKey(whole) || !ofKernel.containsKey(parts.get(i))) {
        throw sms.wrong("SMs on which " + kernels.get(i) + " was measured alone");
      }
      progress.add(rates.get(i).positive() / ofKernel.get(whole));
    }
    double stp = progress.get(0) + progress.get(1);
    double antt = (1 / progress.get(0) + 1 / progress.get(1)) / 2;
    return new MeasuredPair(kernels, parts, isOnStreams, progress, stp, antt);
  }

  private static List<Integer> parts(JsonInput key, int most) {
    List<Integer> parts = key.two().stream().map(each -> (int) each.wholeNumber()).toList();
    if (parts.get(0) < 1 || parts.get(1) < 1 || parts.get(0) + parts.get(1) > most) {
      throw key.wrong("two numbers of 1 or more, together at most " + most);
    }
    return parts;
  }

  private static int sms(JsonInput at, String key) {
    if (!key.matches("[1-9][0-9]{0,3}")) {
      throw at.wrong("numbers of SMs as keys");
    }
    return Integer.parseInt(key);
  }

  private static SortedMap<Integer, Double> ratesBySms(JsonInput kernel) {
    SortedMap<Integer, Double> rates = new TreeMap<>();
    for (String sms : kernel.keys()) {
      rates.put(sms(kernel, sms), kernel.number(sms));
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
    List<Integer> parts = parts(at.key(partsKey), most);
    List<Double> progress = at.key("progress").two().stream().map(JsonInput::positive).toList();
    return new MeasuredPair(
        kernels, parts, isOnStreams, progress, at.key("stp").positive(), at.key("antt").positive());
  }

  /**
   * Returns the progress of two kernels if each ran as it was measured alone on its SMs, and at
   * half its speed on a stream; 0 for one that was not measured alone on them or on all SMs.
   */
  List<Double> asAlone(MeasuredPair pair) {
    List<Double> progress = new ArrayList<>();
    for (int i = 0; i < pair.kernels().size(); i++) {
      Map<Integer, Double> rates = aloneRates.getOrDefault(pair.kernels().get(i), NONE);
      double part = rates.getOrDefault(pair.parts().get(i), 0.0);
      double whole = rates.getOrDefault(sms, Double.POSITIVE_INFINITY);
      progress.add(pair.isOnStreams() ? 1.0 / pair.kernels().size() : part / whole);
    }
    return progress;
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
