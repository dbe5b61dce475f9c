package org.polyphony.timeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes events, one on each line, cut to a span. Events of a track and values of a counter are
 * written in order of time; viewers sort those of different ones. A microsecond of the format is a
 * core cycle, or a microsecond of a host experiment.
 */
final class TraceFile {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final Writer out;
  private final Span span;
  private final Map<Counter, Map<String, ?>> before = new LinkedHashMap<>(); // the span
  private String separator = "\n";

  /**
   * A row of the timeline.
   *
   * @param process by which rows are grouped, at least 1
   * @param thread within it
   */
  record Track(int process, int thread) {}

  /** A stretch of time on a track; {@code to} is the time that it ends before. */
  record Slice(String name, long from, long to, Map<String, ?> args) {}

  private record Counter(int process, String name) {}

  /** Opens a file and writes the metadata of the trace. */
  TraceFile(Writer out, Span span, Map<String, Object> about) {
    this.out = out;
    this.span = span;
    write("{\"displayTimeUnit\":\"ms\",\"otherData\":" + json(about) + ",\"traceEvents\":[");
  }

  /** Names a process and gives it a place among the others. */
  void nameProcess(int process, String name) {
    Track track = new Track(process, 0);
    describe("process_name", track, Map.of("name", name));
    describe("process_sort_index", track, Map.of("sort_index", process));
  }

  /** Names a track and gives it a place within its process. */
  void nameTrack(Track track, String name) {
    describe("thread_name", track, Map.of("name", name));
    describe("thread_sort_index", track, Map.of("sort_index", track.thread));
  }

  private void describe(String what, Track track, Map<String, Object> args) {
    write(event("M", what, track), args);
  }

  /** Shows a slice after those that it lies within. */
  void slice(Track track, Slice slice) {
    if (isShown(slice)) {
      Map<String, Object> event = event("X", slice.name, track);
      event.put("ts", begin(slice));
      event.put("dur", end(slice) - begin(slice));
      write(event, slice.args);
    }
  }

  /**
   * Shows a request, which may overlap others of its track, on rows of its own.
   *
   * @param number different from those of the other requests
   * @param parts one after the other within the request
   */
  void request(Track track, long number, Slice request, List<Slice> parts) {
    if (isShown(request)) {
      String id = track.thread + "." + number;
      write(edge("b", track, id, request.name, begin(request)), request.args);
      for (Slice part : parts) {
        if (isShown(part)) {
          write(edge("b", track, id, part.name, begin(part)), part.args);
          write(edge("e", track, id, part.name, end(part)), Map.of());
        }
      }
      write(edge("e", track, id, request.name, end(request)), Map.of());
    }
  }

  private static Map<String, Object> edge(
      String phase, Track track, String id, String name, long time) {
    Map<String, Object> event = event(phase, name, track);
    event.put("ts", time);
    event.put("cat", "request");
    event.put("id", id);
    return event;
  }

  private boolean isShown(Slice slice) {
    return slice.from < span.to() && Math.max(slice.to, slice.from + 1) > span.from();
  }

  private long begin(Slice slice) {
    return Math.max(slice.from, span.from());
  }

  private long end(Slice slice) {
    return Math.min(slice.to, span.to());
  }

  /** Marks a moment. */
  void instant(Track track, long time, String name, Map<String, ?> args) {
    if (time >= span.from() && time < span.to()) {
      Map<String, Object> event = event("i", name, track);
      event.put("ts", time);
      event.put("s", "t");
      write(event, args);
    }
  }

  /** Sets the values of a counter of a process. */
  void counter(int process, String name, long time, Map<String, ?> values) {
    Counter counter = new Counter(process, name);
    if (time < span.from()) {
      before.put(counter, values);
    } else if (time < span.to()) {
      Map<String, ?> first = before.remove(counter);
      if (first != null && time > span.from()) {
        count(counter, span.from(), first);
      }
      count(counter, time, values);
    }
  }

  private void count(Counter counter, long time, Map<String, ?> values) {
    Map<String, Object> event = event("C", counter.name, new Track(counter.process, 0));
    event.put("ts", time);
    write(event, values);
  }

  /** Ends the file. */
  void close() {
    before.forEach((counter, values) -> count(counter, span.from(), values));
    write("\n]}\n");
  }

  private static Map<String, Object> event(String phase, String name, Track track) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("ph", phase);
    event.put("name", name);
    event.put("pid", track.process);
    event.put("tid", track.thread);
    return event;
  }

  private void write(Map<String, Object> event, Map<String, ?> args) {
    if (!args.isEmpty()) {
      event.put("args", args);
    }
    write(separator);
    write(json(event));
    separator = ",\n";
  }

  private void write(String text) {
    try {
      out.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String json(Map<String, ?> value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
