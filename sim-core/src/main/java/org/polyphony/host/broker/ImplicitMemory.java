package org.polyphony.host.broker;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.RequestDefaults;
import org.polyphony.host.app.TaskNeed;

/**
 * Implicit memory management: reserves what an application allocates, without changes to its
 * source. The first allocation reserves its own size, or a share of the device if that is larger; a
 * later one reserves what exceeds the reservation. Frees release the reservation; a share is
 * released with the last byte. Applications that make reservations themselves are left unchanged.
 *
 * <p>An application that allocates piece by piece holds memory while it waits for more (under FIFO,
 * even behind clients that wait for its memory), until a timeout, unless its share is large enough.
 * Source: schedGPU section 4, which does not state the default parameters.
 *
 * @param isOn whether implicit management is enabled
 * @param share minimum reservation as a share of the device, 0 to 1
 */
public record ImplicitMemory(boolean isOn, double share) {
  /** Applications reserve exactly what they allocate. */
  public static final ImplicitMemory BY_ALLOCATION = new ImplicitMemory(true, 0);

  /** Returns whether an application allocates device memory without reserving any. */
  public static boolean concerns(Application application) {
    boolean allocates = false;
    for (Phase phase : application.phases()) {
      if (phase instanceof Phase.Reserve) {
        return false;
      }
      allocates |= phase instanceof Phase.Allocate;
    }
    return allocates;
  }

  /**
   * Returns a job with implicit reservations; the same job if it needs none.
   *
   * @param deviceBytes memory of a device
   */
  public Job managed(Job job, long deviceBytes) {
    return isOn && concerns(job.application())
        ? new Rewriting(job.requestDefaults(), (long) (share * deviceBytes)).of(job)
        : job;
  }

  /** Inserts reservations into the phases of an application. */
  private static final class Rewriting {
    private final RequestDefaults requestDefaults;
    private final long least;
    private final List<Phase> phases = new ArrayList<>();
    private long held;
    private long reserved;

    Rewriting(RequestDefaults requestDefaults, long least) {
      this.requestDefaults = requestDefaults;
      this.least = least;
    }

    Job of(Job job) {
      int atPhase = job.fault().atPhase();
      int diesAt = Fault.NOWHERE;
      List<Phase> own = job.application().phases();
      for (int i = 0; i < own.size(); i++) {
        add(own.get(i));
        diesAt = i == atPhase ? phases.size() - 1 : diesAt;
      }
      Fault fault = new Fault(job.fault().atNanos(), diesAt, job.fault().inCriticalSection());
      return job.with(Application.of(job.application().name(), phases)).with(fault);
    }

    private void add(Phase phase) {
      if (phase instanceof Phase.Allocate allocate) {
        held += allocate.bytes();
        reserve(Math.max(held, least));
        phases.add(phase);
      } else if (phase instanceof Phase.Free free) {
        held -= free.bytes() == Phase.ALL ? held : free.bytes();
        phases.add(new Phase.Free(free.bytes(), held == 0 ? Phase.ALL : reserved - kept()));
        reserved = held == 0 ? 0 : kept();
      } else {
        phases.add(phase);
      }
    }

    private void reserve(long needed) {
      if (needed > reserved) {
        TaskNeed need =
            new TaskNeed(needed - reserved, 0, 0, TaskNeed.ANY, requestDefaults.priority());
        phases.add(new Phase.Reserve(need, requestDefaults.timeoutNanos(), 0));
        reserved = needed;
      }
    }

    private long kept() {
      return Math.max(held, least);
    }
  }
}
