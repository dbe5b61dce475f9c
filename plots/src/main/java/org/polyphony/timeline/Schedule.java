package org.polyphony.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ObjLongConsumer;

/** What is to be shown when: events of small files, put in order of time. */
final class Schedule {
  private final List<Due> due = new ArrayList<>();
  private int next;

  /** An event. */
  private record Due(long cycle, ObjLongConsumer<OpenTracks> event) {}

  /** Adds an event; of two in one cycle the one added first comes first. */
  void at(long cycle, ObjLongConsumer<OpenTracks> event) {
    due.add(new Due(cycle, event));
  }

  /** Puts the events in order, to be called once after all have been added. */
  void sort() {
    due.sort(Comparator.comparingLong(Due::cycle));
  }

  /** Shows all events up to a cycle, that included. */
  void showUntil(long cycle, OpenTracks tracks) {
    while (next < due.size() && due.get(next).cycle() <= cycle) {
      due.get(next).event().accept(tracks, due.get(next).cycle());
      next++;
    }
  }
}
