package org.polyphony.study.silicon;

import java.util.List;
import java.util.stream.IntStream;

/** What a run of sample kernels is: one alone, or two together. */
record CorunSetting(
    List<String> kernels,
    String policy,
    List<Integer> sms,
    List<Integer> launches,
    boolean isLimited) {

  /** A kernel alone on some SMs. */
  static CorunSetting alone(String kernel, int sms, int launches) {
    return new CorunSetting(List.of(kernel), "alone", List.of(sms), List.of(launches), false);
  }

  /** The runs that a measured pair is compared with. */
  static CorunSetting of(MeasuredPair pair) {
    boolean isSpatial = !pair.isOnStreams();
    return new CorunSetting(
        pair.kernels(),
        isSpatial ? "spatial-fixed" : "left-over",
        pair.parts(),
        // under left-over launches take turns: from one end of the first kernel to the next is a
        // turn
        isSpatial ? List.of(1, 1) : List.of(2, 1),
        isSpatial);
  }

  /** Returns names for the workloads that differ even if the kernels do not. */
  List<String> names() {
    return IntStream.range(0, kernels.size())
        .mapToObj(i -> kernels.get(i) + " " + (i + 1))
        .toList();
  }

  @Override
  public String toString() {
    return String.join("/", kernels)
        + " "
        + policy
        + " "
        + String.join("/", sms.stream().map(String::valueOf).toList());
  }
}
