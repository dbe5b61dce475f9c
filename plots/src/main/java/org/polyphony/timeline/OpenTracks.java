package org.polyphony.timeline;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Cuts events, which come in order of time, to a span: slices and counters that are there when it
 * begins are begun anew, slices that are open at its end are ended.
 *
 * <p>State per track: its open slices, the innermost first; per counter: its values.
 */
final class OpenTracks {
  private final TraceFile file;
  private final Span span;
  private final Map<Track, Deque<Slice>> open = new LinkedHashMap<>();
  private final Map<Counter, Map<String, ?>> counters = new LinkedHashMap<>();
  private boolean isBegun;

  /** A slice that has not ended. */
  private record Slice(long begin, String name, Map<String, ?> args) {}

  /** A counter of a process. */
  private record Counter(int process, String name) {}

  OpenTracks(TraceFile file, Span span) {
    this.file = file;
    this.span = span;
  }

  /** Begins a slice within those that are open. */
  void begin(long cycle, Track track, String name, Map<String, ?> args) {
    if (isShown(cycle)) {
      file.begin(cycle, track, name, args);
    }
    open.computeIfAbsent(track, t -> new ArrayDeque<>()).push(new Slice(cycle, name, args));
  }

  /** Ends the innermost slice. */
  void end(long cycle, Track track, Map<String, ?> args) {
    Slice slice = open.get(track).element();
    if (isShown(cycle)) {
      file.end(cycle, track, slice.name(), args);
    }
    open.get(track).pop();
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
    return open.get(track).element().begin();
  }

  void instant(long cycle, Track track, String name, Map<String, ?> args) {
    if (isShown(cycle)) {
      file.instant(cycle, track, name, args);
    }
  }

  void counter(long cycle, int process, String name, Map<String, ?> values) {
    if (isShown(cycle)) {
      file.counter(cycle, process, name, values);
    }
    counters.put(new Counter(process, name), values);
  }

  boolean isOver(long cycle) {
    return cycle >= span.to();
  }

  /** Ends what is open. */
  void finish(long cycle) {
    long end = Math.min(cycle, span.to());
    if (!isShown(end - 1)) {
      return; // the run ended before
    }
    for (Map.Entry<Track, Deque<Slice>> track : open.entrySet()) {
      for (Slice slice : track.getValue()) {
        file.end(end, track.getKey(), slice.name(), Map.of());
      }
    }
  }

  /** Returns whether a cycle is in the span; at its first event, what was before is shown. */
  private boolean isShown(long cycle) {
    if (cycle < span.from()) {
      return false;
    }
    if (!isBegun) {
      isBegun = true;
      showWhatIsOpen();
    }
    return !isOver(cycle);
  }

  private void showWhatIsOpen() {
    for (Map.Entry<Track, Deque<Slice>> track : open.entrySet()) {
      track
          .getValue()
          .descendingIterator()
          .forEachRemaining(
              slice -> file.begin(span.from(), track.getKey(), slice.name(), slice.args()));
    }
    counters.forEach(
        (counter, values) -> file.counter(span.from(), counter.process(), counter.name(), values));
  }
}
