package org.polyphony.plot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.results.EventFile;

/**
 * How many thread blocks of each workload each SM held, as means over equal stretches of time; from
 * {@code timeline.csv}.
 */
final class ResidentBlocks {
  private static final int STRETCHES = 200;

  private final List<String> workloads;
  private final int sms;
  private final long end;
  private final long[][] held; // block-cycles at [SM * workloads + workload][stretch]
  private final int[] now;
  private final long[] since;

  private ResidentBlocks(List<String> workloads, int sms, long end) {
    this.workloads = workloads;
    this.sms = sms;
    this.end = end;
    held = new long[sms * workloads.size()][STRETCHES];
    now = new int[held.length];
    since = new long[held.length];
  }

  /** Reads the events of a run. */
  static ResidentBlocks read(Path file, List<String> workloads, int sms, long end) {
    ResidentBlocks blocks = new ResidentBlocks(workloads, sms, end);
    EventFile.read(
        file,
        event -> {
          blocks.take(event);
          return true;
        });
    for (int row = 0; row < blocks.held.length; row++) {
      blocks.count(row, end, 0);
    }
    return blocks;
  }

  private void take(EventFile.Event event) {
    int change =
        switch (event.kind()) {
          case "launch", "resume" -> 1;
          case "end", "drop" -> -1;
          default -> 0;
        };
    int workload = workloads.indexOf(event.benchmark());
    if (change != 0 && workload >= 0 && event.sm() < sms) {
      count(event.sm() * workloads.size() + workload, Math.min(end, event.cycle()), change);
    }
  }

  private void count(int row, long cycle, int change) {
    long from = since[row];
    for (int at = stretch(from); now[row] > 0 && from < cycle; at++) {
      long to = Math.min(cycle, cycle(at + 1));
      held[row][at] += now[row] * (to - from);
      from = to;
    }
    since[row] = cycle;
    now[row] += change;
  }

  /** Returns the stretch that a cycle before the end lies in. */
  private int stretch(long cycle) {
    int at = (int) (cycle * STRETCHES / end);
    return cycle(at + 1) <= cycle ? at + 1 : at;
  }

  /** Returns the most thread blocks of a workload that an SM held in a stretch, at least 1. */
  long most(int workload) {
    long most = 1;
    for (int sm = 0; sm < sms; sm++) {
      for (int at = 0; at < STRETCHES; at++) {
        most = Math.max(most, mean(sm, workload, at));
      }
    }
    return most;
  }

  private long mean(int sm, int workload, int at) {
    double cycles = Math.max(1, cycle(at + 1) - cycle(at));
    return Math.round(held[sm * workloads.size() + workload][at] / cycles);
  }

  /** So many thread blocks of a workload on an SM. */
  record Held(long from, long to, int sm, long blocks) {}

  /** Returns what SMs held of a workload: stretches in which an SM held as many are one. */
  List<Held> of(int workload) {
    List<Held> all = new ArrayList<>();
    for (int sm = 0; sm < sms; sm++) {
      int from = 0;
      for (int at = 1; at <= STRETCHES; at++) {
        long mean = mean(sm, workload, from);
        if (at < STRETCHES && mean(sm, workload, at) == mean) {
          continue;
        }
        if (mean > 0) {
          all.add(new Held(cycle(from), cycle(at), sm, mean));
        }
        from = at;
      }
    }
    return all;
  }

  private long cycle(int stretch) {
    return end * stretch / STRETCHES;
  }
}
