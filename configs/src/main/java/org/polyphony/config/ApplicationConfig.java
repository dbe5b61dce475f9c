package org.polyphony.config;

import java.util.List;
import java.util.Map;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.RequestDefaults;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** A host application as its file states it. */
record ApplicationConfig(
    @Key(
            value = "version of this format",
            oneOf = {"1"},
            absent = "1")
        int schemaVersion,
    @Key(value = "name in results", min = 1) String name,
    @Key(value = "what it is", absent = Key.NONE) String about,
    @Key(value = "legend of the letters that start a source", absent = "{}")
        Map<String, Object> references,
    @Key(value = MachineConfig.SOURCE, absent = Key.NONE) String source,
    @Key(
            value =
                "phases in order, each one of cpu, reserve, allocate, copy, kernel, free, repeat;"
                    + " or calls",
            min = 1,
            choice = true,
            absent = "[]")
        List<PhaseConfig> phases,
    @Key(
            value =
                "CUDA calls in order, in which MGB's GPU tasks are found; each one of cpu, malloc,"
                    + " copy, memset, launch, free, heapLimit, synchronize, function, repeat; or"
                    + " phases",
            min = 1,
            choice = true,
            absent = "[]")
        List<CallConfig> calls) {
  /** A phase of an application: one of its keys says what it does. */
  record PhaseConfig(
      @Key(value = "CPU time at the highest clock", unit = "s", choice = true) Double cpu,
      @Key(value = "cpu: what it does, by which scale can name it", with = "cpu", absent = "")
          String of,
      @Key(value = "device memory to request from the GPU scheduler", unit = "B", choice = true)
          Long reserve,
      @Key(value = "reserve: device of the node; default: the job's", max = 1000, with = "reserve")
          Integer device,
      @Key(
              value = "reserve: overrides the job's priority",
              min = -1000,
              max = 1000,
              with = "reserve")
          Integer priority,
      @Key(
              value = "reserve: longest wait; 0: do not block; default: no limit",
              unit = "s",
              with = "reserve")
          Double timeoutSeconds,
      @Key(
              value =
                  "reserve: CPU time before the next attempt after a refusal; 0: the application"
                      + " ends",
              unit = "s",
              with = "reserve",
              absent = "0")
          double retrySeconds,
      @Key(value = "device memory to allocate", unit = "B", choice = true) Long allocate,
      @Key(value = "bytes to copy over PCIe", unit = "B", choice = true) Long copy,
      @Key(
              value = "copy: direction",
              oneOf = {"to-device", "to-host"},
              with = "copy",
              absent = "to-device")
          String direction,
      @Key(value = "name of a kernel to launch and wait for", min = 1, choice = true) String kernel,
      @Key(
              value =
                  "kernel: workload that each launch runs once: name of a bundled benchmark or"
                      + " sample, or object with benchmark, trace or model; or seconds",
              with = "kernel",
              named = "benchmark",
              absent = Key.NONE)
          LaunchedConfig workload,
      @Key(
              value = "kernel: duration of a launch with the device to itself; or workload",
              unit = "s",
              aboveMin = true,
              with = "kernel")
          Double seconds,
      @Key(value = "kernel: launches", min = 1, max = 10_000_000, with = "kernel", absent = "1")
          int launches,
      @Key(value = "kernel: CPU time between launches", unit = "s", with = "kernel", absent = "0")
          double thinkSeconds,
      @Key(
              value =
                  "kernel: thread blocks per launch (default: 1); reserve: of the largest launch",
              min = 1,
              with = {"kernel", "reserve"})
          Integer threadBlocks,
      @Key(
              value = "kernel: warps per thread block (default: 1); reserve: of the largest launch",
              min = 1,
              max = 64,
              with = {"kernel", "reserve"})
          Integer warpsPerThreadBlock,
      @Key(
              value = "device memory to free, with as much of the reservation: bytes, or \"all\"",
              unit = "B",
              or = Long.class,
              pattern = "all",
              choice = true)
          String free,
      @Key(value = "repetitions of phases", max = 1_000_000, choice = true) Integer repeat,
      @Key(value = "repeat: phases to repeat", min = 1, with = "repeat", absent = "[]")
          List<PhaseConfig> phases)
      implements Keys.Related {
    @Override
    public void check(Violation.Checks checks) {
      requireTime(kernel, "kernel", seconds, workload, checks);
      checks.require(repeat == null || !phases.isEmpty(), "phases", "", "a value, with repeat");
    }

    /**
     * Returns the phase of an application whose requests have defaults.
     *
     * @param longer factor of the times of what is repeated less often
     */
    Phase phase(RequestDefaults requests, ScaleConfig scale, double longer) {
      if (cpu != null) {
        return scale.cpu(of, Seconds.nanos(cpu), longer);
      } else if (reserve != null) {
        return reservation(requests);
      } else if (allocate != null) {
        return new Phase.Allocate(allocate);
      } else if (copy != null) {
        return new Phase.Copy(copy, direction.equals("to-device"));
      } else if (kernel != null) {
        HostKernel launched =
            ApplicationConfig.kernel(
                kernel, seconds, orElse(threadBlocks, 1), orElse(warpsPerThreadBlock, 1));
        return scale.launches(launched, launches, Seconds.nanos(thinkSeconds), longer);
      } else if (free != null) {
        return new Phase.Free(freedBytes(), freedBytes());
      }
      int times = scale.times(repeat);
      double share = longer * repeat / times;
      return new Phase.Repeat(
          times, phases.stream().map(each -> each.phase(requests, scale, share)).toList());
    }

    /** Returns the bytes to free, or {@link Phase#ALL}. */
    long freedBytes() {
      return free.equals("all") ? Phase.ALL : Long.parseLong(free);
    }

    private static int orElse(Integer value, int absent) {
      return value == null ? absent : value;
    }

    private Phase reservation(RequestDefaults requests) {
      TaskNeed need =
          new TaskNeed(
              reserve,
              orElse(threadBlocks, 0),
              orElse(warpsPerThreadBlock, 0),
              orElse(device, TaskNeed.ANY),
              orElse(priority, requests.priority()));
      return new Phase.Reserve(
          need,
          Seconds.nanos(timeoutSeconds, requests.timeoutNanos()),
          Seconds.nanos(retrySeconds));
    }
  }

  /** A CUDA call: one of its keys says which. */
  record CallConfig(
      @Key(value = "CPU time at the highest clock", unit = "s", choice = true) Double cpu,
      @Key(value = "cudaMalloc: name of the memory object to allocate", min = 1, choice = true)
          String malloc,
      @Key(
              value = "malloc: size; copy, memset: bytes to transfer; default: the whole object",
              unit = "B",
              with = {"malloc", "copy", "memset"})
          Long bytes,
      @Key(value = "cudaMemcpy: memory object", min = 1, choice = true) String copy,
      @Key(
              value = "copy: direction",
              oneOf = {"to-device", "to-host"},
              with = "copy",
              absent = "to-device")
          String direction,
      @Key(value = "cudaMemset (takes no time): memory object", min = 1, choice = true)
          String memset,
      @Key(
              value =
                  "name of a kernel to launch asynchronously; copy, free and synchronize wait for"
                      + " it",
              min = 1,
              choice = true)
          String launch,
      @Key(value = "launch: memory objects it accesses", with = "launch", absent = "[]")
          List<String> arguments,
      @Key(
              value = "launch: duration with the device to itself; or workload",
              unit = "s",
              aboveMin = true,
              with = "launch")
          Double seconds,
      @Key(
              value = "launch: workload, as in a phase; or seconds",
              with = "launch",
              named = "benchmark",
              absent = Key.NONE)
          LaunchedConfig workload,
      @Key(value = "launch: thread blocks", min = 1, with = "launch", absent = "1")
          int threadBlocks,
      @Key(
              value = "launch: warps per thread block",
              min = 1,
              max = 64,
              with = "launch",
              absent = "1")
          int warpsPerThreadBlock,
      @Key(value = "cudaFree: memory object; its name can be reused", min = 1, choice = true)
          String free,
      @Key(
              value =
                  "cudaDeviceSetLimit: heap of later launches, 8 MB before; counted as memory of"
                      + " their tasks",
              unit = "B",
              choice = true)
          Long heapLimit,
      @Key(
              value = "wait for all kernels of the process",
              oneOf = {"true"},
              choice = true)
          Boolean synchronize,
      @Key(
              value =
                  "name of a function to call, not inlined: the lazy runtime binds tasks that span"
                      + " functions",
              min = 1,
              choice = true)
          String function,
      @Key(value = "repetitions of calls", min = 1, max = 1_000_000, choice = true) Integer repeat,
      @Key(
              value = "function, repeat: calls",
              min = 1,
              with = {"function", "repeat"},
              absent = "[]")
          List<CallConfig> calls)
      implements Keys.Related {
    @Override
    public void check(Violation.Checks checks) {
      requireTime(launch, "launch", seconds, workload, checks);
      checks.require(malloc == null || bytes != null, "bytes", "", "a value, with malloc");
      boolean isBlock = function != null || repeat != null;
      String kind = function != null ? "function" : "repeat";
      checks.require(!isBlock || !calls.isEmpty(), "calls", "", "a value, with " + kind);
    }

    /** Returns the kernel that it launches. */
    HostKernel kernel() {
      return ApplicationConfig.kernel(launch, seconds, threadBlocks, warpsPerThreadBlock);
    }
  }

  /** What a launch runs. */
  record LaunchedConfig(
      @Key(value = "name of a bundled benchmark or sample", choice = true) String benchmark,
      @Key(value = "SASS trace (kernelslist.g), relative to this file", choice = true) String trace,
      @Key(value = "kernel model, relative to this file", choice = true) String model,
      @Key(
              value = "problem size relative to the workload's own",
              aboveMin = true,
              max = 1,
              absent = "1")
          double scale) {}

  private static void requireTime(
      String kernel, String kind, Double seconds, Object workload, Violation.Checks checks) {
    boolean isOnce = (seconds == null) != (workload == null);
    String sentence = kind + " needs either seconds or workload";
    checks.require(kernel == null || isOnce, "", sentence);
  }

  /** Returns a kernel; one without seconds runs as a workload. */
  private static HostKernel kernel(
      String name, Double seconds, int threadBlocks, int warpsPerThreadBlock) {
    long nanos = seconds == null ? HostKernel.UNKNOWN : Math.max(1, Seconds.nanos(seconds));
    return new HostKernel(name, nanos, threadBlocks, warpsPerThreadBlock);
  }
}
