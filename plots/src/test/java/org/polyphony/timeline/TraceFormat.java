package org.polyphony.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Checks a trace against the Trace Event Format: the object form, the keys that each phase needs,
 * slices that nest on their track and end there, time that does not go back on a track, processes
 * and tracks that have a name. Source: "Trace Event Format", Google, 2016.
 */
final class TraceFormat {
  private final Map<String, Deque<Long>> ends = new HashMap<>(); // of slices, by track
  private final Map<String, Deque<String>> requests = new HashMap<>(); // that are open, by id
  private final Map<String, Long> last = new HashMap<>(); // time by track and counter
  private final Set<String> named = new HashSet<>(); // processes and tracks
  private final int mostOpen;

  private TraceFormat(int mostOpen) {
    this.mostOpen = mostOpen;
  }

  /**
   * Checks a trace.
   *
   * @param json the text of its file
   * @param mostOpen slices that may be open at once on a track
   */
  static void check(String json, int mostOpen) throws IOException {
    JsonNode trace = new JsonMapper().readTree(json);
    assertTrue(Set.of("ms", "ns").contains(trace.path("displayTimeUnit").asText()));
    assertTrue(trace.path("traceEvents").isArray());
    TraceFormat format = new TraceFormat(mostOpen);
    trace.path("traceEvents").forEach(format::checkEvent);
    format.requests.forEach((id, open) -> assertEquals(0, open.size(), id + " is open"));
  }

  private void checkEvent(JsonNode event) {
    String process = "process " + event.path("pid").asInt();
    String track = process + " track " + event.path("tid").asInt();
    assertTrue(event.path("pid").isInt() && event.path("tid").isInt(), event::toString);
    assertFalse(event.path("name").asText().isEmpty(), event::toString);
    String phase = event.path("ph").asText();
    if (phase.equals("M")) {
      checkMetadata(event, event.path("name").asText(), process, track);
      return;
    }
    assertTrue(event.path("ts").isIntegralNumber(), event::toString);
    long time = event.path("ts").asLong();
    String row = phase.equals("C") ? process + event.path("name") : track;
    assertTrue(time >= last.getOrDefault(row, 0L), event::toString);
    last.put(row, time);
    assertTrue(named.contains(process), () -> "no name: " + event);
    if (phase.equals("C")) {
      assertFalse(event.path("args").isEmpty(), event::toString);
      event.path("args").forEach(value -> assertTrue(value.isNumber(), event::toString));
      return;
    }
    assertTrue(named.contains(track), () -> "no name: " + event);
    switch (phase) {
      case "X" -> checkSlice(event, time, ends.computeIfAbsent(track, t -> new ArrayDeque<>()));
      case "b", "e" -> checkRequest(event, phase.equals("b"));
      case "i" -> assertTrue("gpt".contains(event.path("s").asText("?")), event::toString);
      default -> throw new AssertionError(event.toString());
    }
  }

  private void checkMetadata(JsonNode event, String name, String process, String track) {
    switch (name) {
      case "process_name", "thread_name" -> {
        assertFalse(event.at("/args/name").asText().isEmpty(), event::toString);
        boolean isProcess = name.equals("process_name");
        assertTrue(named.add(isProcess ? process : track), () -> "named twice: " + event);
      }
      case "process_sort_index", "thread_sort_index" ->
          assertTrue(event.at("/args/sort_index").isInt(), event::toString);
      default -> throw new AssertionError(event.toString());
    }
  }

  private void checkSlice(JsonNode event, long time, Deque<Long> open) {
    long end = time + event.required("dur").asLong();
    while (!open.isEmpty() && open.element() <= time) {
      open.pop();
    }
    assertTrue(open.isEmpty() || end <= open.element(), () -> "does not nest: " + event);
    open.push(end);
    assertTrue(open.size() <= mostOpen, () -> "overlaps: " + event);
  }

  /** Requests are on rows of their own: they overlap. */
  private void checkRequest(JsonNode event, boolean begins) {
    assertFalse(event.path("cat").asText().isEmpty(), event::toString);
    Deque<String> open =
        requests.computeIfAbsent(event.required("id").asText(), id -> new ArrayDeque<>());
    String name = event.path("name").asText();
    if (begins) {
      open.push(name);
    } else {
      assertEquals(open.pop(), name, event::toString);
    }
  }
}
