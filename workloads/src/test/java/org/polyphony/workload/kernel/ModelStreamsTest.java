package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.Workload;

class ModelStreamsTest {
  private static String text(String launches) {
    return TinyModel.text("\"NOP\"").replace("{\"launch\": \"k\"}", launches);
  }

  private static ModelWorkload workload(String launches) {
    return ModelWorkload.parse(text(launches), "tiny.json", ModelOptions.DEFAULT);
  }

  /** Streams are numbered in the order of their first steps. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"launch": "k"}, {"launch": "k"}              | 0 0
          {"launch": "k"}, {"launch": "k", "stream": 1} | 0 1
          {"for": "i", "count": 4, "body": [{"launch": "k", "stream": "i % 2"}]} | 0 1 0 1
          {"launch": "k", "stream": 31}, {"launch": "k"}, {"launch": "k", "stream": 31} | 0 1 0
          """)
  void launchesInStreams(String launches, String streams) {
    ModelWorkload workload = workload(launches);

    assertEquals(streams.contains("1") ? 2 : 1, workload.streams());
    assertEquals(
        streams,
        IntStream.range(0, workload.steps())
            .mapToObj(i -> Integer.toString(((Workload.Launch) workload.step(i)).streamId()))
            .collect(Collectors.joining(" ")));
  }

  @Test
  void recordsEventsAndWaitsForThem() {
    ModelWorkload workload =
        workload(
            "{\"launch\": \"k\"}, {\"record\": \"half\"}, {\"record\": \"ready\"},"
                + " {\"wait\": \"ready\", \"stream\": 1}, {\"launch\": \"k\", \"stream\": 1}");

    assertEquals(new Workload.EventRecord(0, 0), workload.step(1));
    assertEquals(new Workload.EventRecord(0, 1), workload.step(2));
    assertEquals(new Workload.EventWait(1, 1), workload.step(3));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"launch": "k", "stream": 31}, {"launch": "k", "stream": 32} \
              | [1].stream: found 32, allowed: 0 to 31
          {"launch": "k", "stream": -1} | [0].stream: found -1, allowed: 0 to 31
          {"wait": "ready"}, {"record": "ready"}, {"launch": "k"} \
              | [0].wait: found unknown event (no earlier record) "ready", allowed: none
          {"record": "ready"}, {"wait": "redy"}, {"launch": "k"} \
              | [1].wait: found unknown event (no earlier record) "redy" (did you mean ready?), allowed: ready
          {"launch": "k"}, {"copy": "a", "stream": 1} \
              | [1]: found unknown key "stream", allowed: bytes, copy
          """)
  void refusesStreamsAndEventsThatCannotBe(String launches, String expected) {
    String message = TinyModel.refusalOf(text(launches));

    assertTrue(message.startsWith("tiny.json: $.launches" + expected), message);
  }
}
