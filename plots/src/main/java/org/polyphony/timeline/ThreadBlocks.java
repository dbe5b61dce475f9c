package org.polyphony.timeline;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Thread blocks on their slots, preemptions within them, and how many of each workload an SM holds.
 *
 * <p>State per SM: resident thread blocks by workload; the SMs whose counts have changed in this
 * cycle.
 */
final class ThreadBlocks {
  private static final Map<String, String> TECHNIQUES =
      Map.of("drain", "drain", "suspend", "switch", "flush", "flush");

  private final OpenTracks tracks;
  private final Map<Integer, Map<String, Integer>> resident = new LinkedHashMap<>();
  private final TreeSet<Integer> changed = new TreeSet<>();
  private long now;

  ThreadBlocks(OpenTracks tracks) {
    this.tracks = tracks;
  }

  /** Goes on to a cycle: counts that have changed before it are shown. */
  void moveTo(long cycle) {
    if (cycle > now) {
      showCounts();
      now = cycle;
    }
  }

  /** Shows an event of the cycle that it has been moved to. */
  void show(EventFile.Event event) {
    Track track = Track.slot(event.sm(), event.slot());
    switch (event.kind()) {
      case "launch", "resume" -> {
        tracks.begin(now, track, event.benchmark(), args(event));
        count(event, 1);
      }
      case "end", "drop" -> {
        endPreemption(track);
        tracks.endAll(now, track);
        count(event, -1);
      }
      case "keep" -> endPreemption(track);
      default -> tracks.begin(now, track, technique(event), Map.of());
    }
  }

  private static Map<String, Object> args(EventFile.Event event) {
    Map<String, Object> args = new LinkedHashMap<>();
    args.put("launch", event.launch());
    args.put("threadBlock", event.threadBlock());
    if (event.kind().equals("resume")) {
      args.put("resumed", true);
    }
    return args;
  }

  private static String technique(EventFile.Event event) {
    return TECHNIQUES.getOrDefault(event.kind(), event.kind());
  }

  private void endPreemption(Track track) {
    if (tracks.depth(track) > 1) {
      tracks.end(now, track, Map.of("latencyCycles", now - tracks.beginOfInnermost(track)));
    }
  }

  private void count(EventFile.Event event, int change) {
    resident
        .computeIfAbsent(event.sm(), s -> new TreeMap<>())
        .merge(event.benchmark(), change, Integer::sum);
    changed.add(event.sm());
  }

  /** Shows the counts that have changed: an SM's once in a cycle. */
  void showCounts() {
    for (int sm : changed) {
      tracks.counter(
          now,
          Track.role(sm).process(),
          "resident thread blocks",
          new LinkedHashMap<>(resident.get(sm)));
    }
    changed.clear();
  }
}
