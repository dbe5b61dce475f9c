package org.polyphony.config;

import java.util.List;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.RequestDefaults;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** A host experiment as its file states it. */
record HostConfig(
    @Key(
            value = "version of this format",
            oneOf = {"1"},
            absent = "1")
        int schemaVersion,
    @Key(
            value = "name in results; default: the file's name",
            pattern = Key.FOLDER_NAME,
            absent = Key.NONE)
        String name,
    @Key(value = "base of relative paths; default: the folder of this file", absent = Key.NONE)
        String folder,
    @Key(
            value =
                "name under configs/host/machines, machine file relative to this one, or the"
                    + " machine itself",
            named = "file")
        MachineConfig machine,
    @Key(value = "jobs in order of submission; or jobStream", min = 1, choice = true)
        List<JobConfig> jobs,
    @Key(value = "CSV file of jobs, relative to this one; or jobs", min = 1, choice = true)
        String jobStream,
    @Key(
            value = "schedulers, one run each: name, or object with name and parameters",
            min = 1,
            named = "name")
        List<SchedulerKeys> schedulers,
    @Key(
            value = "averaging window of utilization, doubled while there are over 4,096 windows",
            unit = "s",
            aboveMin = true,
            absent = "1")
        double windowSeconds,
    @Key(value = "factors of what applications do, to vary estimates", absent = "{}")
        ScaleConfig scale)
    implements Keys.Related {
  @Override
  public void check(Violation.Checks checks) {
    Seconds.requireNanos(checks, "windowSeconds", windowSeconds);
  }

  /** Jobs of one application. */
  record JobConfig(
      @Key(
              value =
                  "name under configs/host/applications, or application file relative to this one",
              min = 1)
          String application,
      @Key(
              value =
                  "name in results, numbered if count is above 1; default: the application's name"
                      + " and a number",
              min = 1,
              absent = Key.NONE)
          String id,
      @Key(value = "number of such jobs", min = 1, max = 1_000_000, absent = "1") int count,
      @Key(
              value =
                  "priority of their memory requests, and of their kernels on a cycle-level device;"
                      + " higher first",
              min = -1000,
              max = 1000,
              absent = "0")
          int priority,
      @Key(value = "longest wait of their requests, unless the application sets one", unit = "s")
          Double timeoutSeconds,
      @Key(value = "time of (the first) submission", unit = "s", absent = "0")
          double arrivalSeconds,
      @Key(value = "time between submissions", unit = "s", max = 1_000_000, absent = "0")
          double intervalSeconds,
      @Key(value = "CPU cores per job", min = 1, max = 1024, absent = "1") int cores,
      @Key(value = "share of a device per job, for the scheduler shares", max = 1, absent = "1")
          double gpuShare,
      @Key(value = "failure to inject", absent = "{}") FaultConfig fault) {
    private static final int THOUSANDTHS = 1000;

    /** Returns what its requests have unless they state it. */
    RequestDefaults requests() {
      return new RequestDefaults(priority, Seconds.nanos(timeoutSeconds, Phase.FOREVER));
    }

    double lastArrivalSeconds() {
      return arrivalSeconds + (count - 1) * intervalSeconds;
    }

    /** Returns one of the jobs, by its number from 0. */
    Job job(int number, String jobId, Application program) {
      return new Job(
          jobId,
          program,
          Seconds.nanos(arrivalSeconds) + number * Seconds.nanos(intervalSeconds),
          cores,
          (int) Math.round(gpuShare * THOUSANDTHS),
          fault.fault(),
          requests());
    }
  }

  /** A failure of a job. */
  record FaultConfig(
      @Key(value = "time after the start", unit = "s") Double atSeconds,
      @Key(value = "start of this phase, from 0, repetitions counted", max = 1_000_000)
          Integer atPhase,
      @Key(
              value = "atPhase, a reserve or free: while holding the lock of the shared data",
              absent = "false")
          boolean inCriticalSection) {
    private Fault fault() {
      int phase = atPhase == null ? Fault.NOWHERE : atPhase;
      return new Fault(Seconds.nanos(atSeconds, Fault.NEVER), phase, inCriticalSection);
    }

    /** Returns its violations in an application of some phases. */
    List<Violation> violations(List<Phase> phases) {
      int last = phases.size() - 1;
      boolean exists = atPhase == null || atPhase <= last;
      Phase at = atPhase == null || !exists ? null : phases.get(atPhase);
      boolean isRequest = at instanceof Phase.Reserve || at instanceof Phase.Free;
      String request = "only with atPhase, a reserve or free";
      return new Violation.Checks()
          .require(exists, "atPhase", atPhase, "a phase from 0 to " + last)
          .require(!exists || !inCriticalSection || isRequest, "inCriticalSection", true, request)
          .violations();
    }
  }
}
