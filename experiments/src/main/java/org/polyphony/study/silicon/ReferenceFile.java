package org.polyphony.study.silicon;

import java.util.List;
import java.util.Map;

/**
 * Cycles of a reference simulator, by application: {@code { "applications": { NAME: { "cycles",
 * "threadInstructions", "warpInstructions", "l1dMissRate", "l2MissRate",
 * "warpInstructionsPerSecond", "kernels": [ { "cycles" } ] } } }}.
 */
final class ReferenceFile {
  private ReferenceFile() {}

  /**
   * One application alone on the reference.
   *
   * @param cycles core cycles
   * @param threadInstructions active lanes summed over warp instructions
   * @param l1MissRate of L1D, 0 to 1
   * @param l2MissRate 0 to 1
   * @param warpInstructionsPerSecond the reference's own speed
   * @param kernels core cycles of each launch, in order
   */
  record Application(
      long cycles,
      long threadInstructions,
      double l1MissRate,
      double l2MissRate,
      double warpInstructionsPerSecond,
      List<Long> kernels) {}

  static Map<String, Application> read(JsonInput input) {
    return input.key("applications").values(ReferenceFile::application);
  }

  private static Application application(JsonInput at) {
    List<Long> kernels = at.key("kernels").items(kernel -> kernel.wholeNumber("cycles"));
    return new Application(
        at.wholeNumber("cycles"),
        at.wholeNumber("threadInstructions"),
        at.number("l1dMissRate"),
        at.number("l2MissRate"),
        at.number("warpInstructionsPerSecond"),
        kernels);
  }
}
