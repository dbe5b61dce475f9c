package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
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

  private static List<Integer> streamsOfLaunches(ModelWorkload workload) {
    return IntStream.range(0, workload.steps())
        .mapToObj(i -> ((Workload.Launch) workload.step(i)).streamId())
        .toList();
  }

  @Test
  void hasOneStreamUnlessALaunchNamesAnother() {
    assertEquals(1, workload("{\"launch\": \"k\"}, {\"launch\": \"k\"}").streams());
    assertEquals(2, workload("{\"launch\": \"k\"}, {\"launch\": \"k\", \"stream\": 1}").streams());
  }

  @Test
  void takesTheStreamFromTheCounterOfALoop() {
    ModelWorkload workload =
        workload(
            "{\"for\": \"i\", \"count\": 4, \"body\": [{\"launch\": \"k\", \"stream\": \"i % 2\"}]}");

    assertEquals(List.of(0, 1, 0, 1), streamsOfLaunches(workload));
  }

  @Test
  void numbersStreamsInTheOrderOfTheirFirstSteps() {
    ModelWorkload workload =
        workload(
            "{\"launch\": \"k\", \"stream\": 31}, {\"launch\": \"k\"},"
                + " {\"launch\": \"k\", \"stream\": 31}");

    assertEquals(2, workload.streams());
    assertEquals(List.of(0, 1, 0), streamsOfLaunches(workload));
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
