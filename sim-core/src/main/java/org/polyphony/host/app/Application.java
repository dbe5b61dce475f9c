package org.polyphony.host.app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A program that runs on one or more CPU cores and uses a GPU in some of its phases.
 *
 * @param name in results
 * @param phases in order
 * @param peakMemoryBytes maximum device memory that it holds at once
 */
public record Application(String name, List<Phase> phases, long peakMemoryBytes) {
  /** Maximum number of phases, with repeats expanded. */
  public static final int MAX_PHASES = 1_000_000;

  public Application {
    phases = List.copyOf(phases);
  }

  /**
   * Creates an application and computes its peak device memory.
   *
   * @param name in results
   * @param phases in order; repeats are expanded
   * @throws IllegalArgumentException if there are more than {@value #MAX_PHASES} phases, or it
   *     frees more memory than it holds
   */
  public static Application of(String name, List<Phase> phases) {
    List<Phase> flat = new ArrayList<>();
    writeOut(phases, flat);
    return new Application(name, flat, peak(flat));
  }

  /**
   * Returns the application with its kernels replaced.
   *
   * @param change maps each kernel to its replacement
   */
  public Application withKernels(UnaryOperator<HostKernel> change) {
    return with(
        phase -> {
          if (phase instanceof Phase.Launch launch) {
            HostKernel kernel = change.apply(launch.kernel());
            return new Phase.Launch(kernel, launch.launches(), launch.thinkNanos());
          }
          return phase instanceof Phase.Start start
              ? new Phase.Start(change.apply(start.kernel()))
              : phase;
        });
  }

  /** Returns the application with its phases replaced; memory use must not change. */
  public Application with(UnaryOperator<Phase> change) {
    return new Application(name, phases.stream().map(change).toList(), peakMemoryBytes);
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
    Map<Integer, Long> held = new HashMap<>(); // by task
    long all = 0;
    long peak = 0;
    int task = 0;
    for (Phase phase : phases) {
      long change = 0;
      if (phase instanceof Phase.UseTask use) {
        task = use.task();
      } else if (phase instanceof Phase.Allocate allocate) {
        change = allocate.bytes();
      } else if (phase instanceof Phase.Free free) {
        change = -(free.bytes() == Phase.ALL ? held.getOrDefault(task, 0L) : free.bytes());
      }
      long left = held.merge(task, change, Long::sum);
      if (left < 0) {
        throw new IllegalArgumentException("frees " + -left + " bytes more than it holds");
      }
      all += change;
      peak = Math.max(peak, all);
    }
    return peak;
  }
}
