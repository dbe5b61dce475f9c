package org.polyphony.study.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.polyphony.study.FigureData;

/**
 * Applications that share a GPU, on which rates are compared with the cycle-level device.
 *
 * @param jobs of bundled applications, as a host experiment has them
 */
record RateMix(JsonNode jobs) {
  /**
   * Sets of ten applications: bound by arithmetic, by bandwidth, by scattered accesses, by atomics;
   * with one long kernel, with many short ones; whose kernels fill the device or leave most of it
   * empty. In the last one some arrive later.
   */
  static final List<RateMix> ALL =
      StreamSupport.stream(FigureData.read("rate-mixes.json").spliterator(), false)
          .map(RateMix::new)
          .toList();

  String name() {
    List<String> words = new ArrayList<>();
    for (JsonNode job : jobs) {
      int count = job.path("count").asInt();
      words.add((count > 1 ? count + " " : "") + job.path("application").asText());
    }
    return String.join(" + ", words);
  }
}
