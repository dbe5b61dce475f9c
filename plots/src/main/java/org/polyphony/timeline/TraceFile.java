package org.polyphony.timeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes events, one on each line; a microsecond of the format is a core cycle. */
final class TraceFile {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final Writer out;
  private String separator = "\n";

  /** Begins a file with what is said of the whole trace. */
  TraceFile(Writer out, Map<String, Object> about) {
    this.out = out;
    write("{\"displayTimeUnit\":\"ms\",\"otherData\":" + json(about) + ",\"traceEvents\":[");
  }

  /** Names a process and gives it a place among the others. */
  void nameProcess(int process, String name) {
    describe("process_name", process, 0, Map.of("name", name));
    describe("process_sort_index", process, 0, Map.of("sort_index", process));
  }

  /** Names a track and gives it a place within its process. */
  void nameTrack(Track track, String name) {
    describe("thread_name", track.process(), track.thread(), Map.of("name", name));
    Map<String, Object> place = Map.of("sort_index", track.thread());
    describe("thread_sort_index", track.process(), track.thread(), place);
  }

  private void describe(String what, int process, int thread, Map<String, Object> args) {
    Map<String, Object> event = event("M", what, process, thread);
    event.put("args", args);
    write(event);
  }

  /** Begins a slice, within those that are open on its track. */
  void begin(long cycle, Track track, String name, Map<String, ?> args) {
    write(timed("B", cycle, track, name, args));
  }

  /** Ends the slice begun last on its track; named, since some viewers match by name. */
  void end(long cycle, Track track, String name, Map<String, ?> args) {
    write(timed("E", cycle, track, name, args));
  }

  /** Marks a moment. */
  void instant(long cycle, Track track, String name, Map<String, ?> args) {
    Map<String, Object> event = timed("i", cycle, track, name, args);
    event.put("s", "t");
    write(event);
  }

  /** Sets the values of a counter of a process. */
  void counter(long cycle, int process, String name, Map<String, ?> values) {
    write(timed("C", cycle, new Track(process, 0), name, values));
  }

  private static Map<String, Object> timed(
      String phase, long cycle, Track track, String name, Map<String, ?> args) {
    Map<String, Object> event = event(phase, name, track.process(), track.thread());
    event.put("ts", cycle);
    if (!args.isEmpty()) {
      event.put("args", args);
    }
    return event;
  }

  private static Map<String, Object> event(String phase, String name, int process, int thread) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("ph", phase);
    event.put("name", name);
    event.put("pid", process);
    event.put("tid", thread);
    return event;
  }

  /** Ends the file. */
  void close() {
    write("\n]}\n");
  }

  private void write(Map<String, Object> event) {
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
