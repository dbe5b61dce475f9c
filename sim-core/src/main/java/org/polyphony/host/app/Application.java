package org.polyphony.host.app;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A program on one or more CPU cores that uses a GPU at times.
 *
 * @param name how results call it
 * @param phases what it does, in order
 * @param peakMemoryBytes the most device memory that it holds at once
 */
public record Application(String name, List<Phase> phases, long peakMemoryBytes) {
  /** Phases at most, repeats counted one by one. */
  public static final int MAX_PHASES = 1_000_000;

  /** Keeps its own copy of the list. */
  public Application {
    phases = List.copyOf(phases);
  }

  /**
   * Makes an application and finds its peak of device memory.
   *
   * @param name how results call it
   * @param phases what it does, in order; repeats are written out
   * @throws IllegalArgumentException if there are more than {@value #MAX_PHASES} phases, or it
   *     frees more than it holds
   */
  public static Application of(String name, List<Phase> phases) {
    List<Phase> flat = new ArrayList<>();
    writeOut(phases, flat);
    return new Application(name, flat, peak(flat));
  }

  /**
   * Returns the application with other kernels.
   *
   * @param change gives the kernel that takes the place of one
   */
  public Application withKernels(UnaryOperator<HostKernel> change) {
    List<Phase> changed = new ArrayList<>();
    for (Phase phase : phases) {
      changed.add(
          phase instanceof Phase.Launch launch
              ? new Phase.Launch(
                  change.apply(launch.kernel()), launch.launches(), launch.thinkNanos())
              : phase);
    }
    return new Application(name, changed, peakMemoryBytes);
  }

  private static void writeOut(List<Phase> phases, List<Phase> flat) {
    for (Phase phase : phases) {
      if (phase instanceof Phase.Repeat repeat) {
        for (int i = 0; i < repeat.times(); i++) {
          writeOut(repeat.phases(), flat);
        }
      } else {
        flat.add(phase);
      }
      if (flat.size() > MAX_PHASES) {
        throw new IllegalArgumentException("more than " + MAX_PHASES + " phases");
      }
    }
  }

  private static long peak(List<Phase> phases) {
    long held = 0;
    long peak = 0;
    for (Phase phase : phases) {
      if (phase instanceof Phase.Allocate allocate) {
        held += allocate.bytes();
        peak = Math.max(peak, held);
      } else if (phase instanceof Phase.Free free) {
        held -= free.bytes() == Phase.ALL ? held : free.bytes();
      }
      if (held < 0) {
        throw new IllegalArgumentException("frees " + -held + " bytes more than it holds");
      }
    }
    return peak;
  }
}
