package org.polyphony.timeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Writes events in order of time, one on each line, cut to a span: slices and counters that are
 * there when it begins are begun anew, slices that are open at its end are ended. A microsecond of
 * the format is a core cycle, or a microsecond of a host experiment.
 *
 * <p>State per track: its open slices, the innermost first; per counter: its values; events that
 * are due later.
 */
final class TraceFile {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final Writer out;
  private final Span span;
  private final Map<Track, Deque<Slice>> open = new LinkedHashMap<>();
  private final Map<Counter, Map<String, ?>> counters = new LinkedHashMap<>();
  private final List<Due> due = new ArrayList<>();
  private int next; // of those due
  private String separator = "\n";
  private boolean isBegun;

  /**
   * A row of the timeline.
   *
   * @param process by which rows are grouped, at least 1
   * @param thread within it
   * @param request whose slices may overlap those of others, on rows of its own; or {@link #NONE}
   */
  record Track(int process, int thread, long request) {
    private static final long NONE = -1;

    Track(int process, int thread) {
      this(process, thread, NONE);
    }
  }

  /** A slice that has not ended. */
  private record Slice(long begin, String name, Map<String, ?> args) {}

  private record Counter(int process, String name) {}

  private record Due(long cycle, LongConsumer event) {}

  /** Begins a file with what is said of the whole trace. */
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
    Map<String, Object> event = event("M", what, track);
    event.put("args", args);
    write(event);
  }

  /** Plans an event; of two in one cycle the one planned first comes first. */
  void at(long cycle, LongConsumer event) {
    due.add(new Due(cycle, event));
  }

  /** Puts the planned events in order, to be called once after all have been planned. */
  void sort() {
    due.sort(Comparator.comparingLong(Due::cycle));
  }

  /** Shows all planned events up to a cycle, that included. */
  void showUntil(long cycle) {
    for (; next < due.size() && due.get(next).cycle <= cycle; next++) {
      due.get(next).event.accept(due.get(next).cycle);
    }
  }

  /** Begins a slice within those that are open. */
  void begin(long cycle, Track track, String name, Map<String, ?> args) {
    if (isShown(cycle)) {
      write(timed("B", cycle, track, name, args));
    }
    open.computeIfAbsent(track, t -> new ArrayDeque<>()).push(new Slice(cycle, name, args));
  }

  /** Ends the innermost slice. */
  void end(long cycle, Track track, Map<String, ?> args) {
    Slice slice = open.get(track).element();
    if (isShown(cycle)) {
      end(cycle, track, slice, args);
    }
    open.get(track).pop();
  }

  /** Ends a slice by its name, since some viewers match by name. */
  private void end(long cycle, Track track, Slice slice, Map<String, ?> args) {
    write(timed("E", cycle, track, slice.name, args));
  }

  /** Ends all slices of a track. */
  void endAll(long cycle, Track track) {
    while (depth(track) > 0) {
      end(cycle, track, Map.of());
    }
  }

  int depth(Track track) {
    return open.getOrDefault(track, new ArrayDeque<>()).size();
  }

  /** Returns when the innermost slice of a track began. */
  long beginOfInnermost(Track track) {
    return open.get(track).element().begin;
  }

  /** Marks a moment. */
  void instant(long cycle, Track track, String name, Map<String, ?> args) {
    if (isShown(cycle)) {
      Map<String, Object> event = timed("i", cycle, track, name, args);
      event.put("s", "t");
      write(event);
    }
  }

  /** Sets the values of a counter of a process. */
  void counter(long cycle, int process, String name, Map<String, ?> values) {
    Counter counter = new Counter(process, name);
    if (isShown(cycle)) {
      counter(cycle, counter, values);
    }
    counters.put(counter, values);
  }

  private void counter(long cycle, Counter counter, Map<String, ?> values) {
    write(timed("C", cycle, new Track(counter.process, 0), counter.name, values));
  }

  /** Ends what is open at the end of the run, and the file. */
  void close(long cycle) {
    long end = Math.min(cycle, span.to());
    if (isShown(end - 1)) { // else the run ended before
      open.forEach((track, slices) -> slices.forEach(s -> end(end, track, s, Map.of())));
    }
    write("\n]}\n");
  }

  /** Returns whether a cycle is in the span; at its first event, what was before is shown. */
  private boolean isShown(long cycle) {
    if (cycle < span.from()) {
      return false;
    }
    if (!isBegun) {
      isBegun = true;
      open.forEach(
          (track, slices) ->
              slices
                  .descendingIterator()
                  .forEachRemaining(s -> write(timed("B", span.from(), track, s.name, s.args))));
      counters.forEach((counter, values) -> counter(span.from(), counter, values));
    }
    return cycle < span.to();
  }

  private static Map<String, Object> timed(
      String phase, long cycle, Track track, String name, Map<String, ?> args) {
    boolean isAsync = track.request != Track.NONE;
    Map<String, Object> event =
        event(isAsync ? phase.toLowerCase(Locale.ROOT) : phase, name, track);
    event.put("ts", cycle);
    if (isAsync) {
      event.put("cat", "request");
      event.put("id", track.thread + "." + track.request);
    }
    if (!args.isEmpty()) {
      event.put("args", args);
    }
    return event;
  }

  private static Map<String, Object> event(String phase, String name, Track track) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("ph", phase);
    event.put("name", name);
    event.put("pid", track.process);
    event.put("tid", track.thread);
    return event;
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
