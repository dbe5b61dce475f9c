package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.polyphony.results.store.Json;

class Figure13Test {
  /** Two benchmarks: one of 10 million cycles alone in a launch, one of 100,000 in some. */
  private static ObjectNode summary(long launches) {
    ObjectNode summary = Json.object();
    ObjectNode first = summary.putArray("benchmarks").addObject();
    first.put("threadInstructions", 1_000_000_000L).put("ipcAlone", 100.0).put("launches", 1);
    ObjectNode second = summary.withArray("benchmarks").addObject();
    second.put("threadInstructions", 5_000_000L).put("ipcAlone", 50.0).put("launches", launches);
    return summary;
  }

  @Test
  void kernelsOfAnEpochEachOutlastIt() {
    assertTrue(Figure13.outlastsAnEpoch(summary(2)));
  }

  @Test
  void oneBenchmarkOfShorterKernelsIsEnoughForAPairNotTo() {
    assertFalse(Figure13.outlastsAnEpoch(summary(3)));
  }
}
