package org.polyphony.simulation;

import java.util.List;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.input.Hash;

/** When requests to a process arrive, in core cycles after its start. */
public sealed interface Arrivals {
  /** The number of requests is not limited: they arrive as long as the run lasts. */
  long UNLIMITED = Long.MAX_VALUE;

  /** Returns the number of requests, at least 1, or {@link #UNLIMITED}. */
  long count();

  /**
   * Returns the arrival of a request; not before that of the previous one.
   *
   * @param request 0 to {@link #count} - 1, ascending from call to call by 1
   * @param previous arrival of the request before, 0 for the first
   */
  long next(long request, long previous);

  /**
   * Requests at equal intervals, the first at the start.
   *
   * @param interval core cycles, above 0; not necessarily a whole number
   */
  record Periodic(double interval, long count) implements Arrivals {
    @Override
    public long next(long request, long previous) {
      return Math.round(request * interval);
    }
  }

  /**
   * A Poisson process: independent, exponentially distributed gaps.
   *
   * @param meanGap core cycles, above 0
   * @param seed of the gaps
   */
  record Poisson(double meanGap, long count, long seed) implements Arrivals {
    private static final double RANGE = 0x1p62; // of Hash.mix

    @Override
    public long next(long request, long previous) {
      double uniform = (Hash.mix(seed, request) + 1) / RANGE; // above 0, at most 1
      return previous + Math.round(-meanGap * StrictMath.log(uniform));
    }
  }

  /**
   * Requests at given cycles.
   *
   * @param cycles ascending
   */
  record At(List<Long> cycles) implements Arrivals {
    public At {
      cycles = List.copyOf(cycles);
    }

    @Override
    public long count() {
      return cycles.size();
    }

    @Override
    public long next(long request, long previous) {
      return request < cycles.size() ? cycles.get((int) request) : DeviceControl.NEVER;
    }
  }
}
