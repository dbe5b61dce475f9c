package org.polyphony.host;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.polyphony.host.app.HostKernel;

/**
 * Asynchronously launched kernels; those of a job on a device run in launch order, as in CUDA's
 * default stream.
 */
final class KernelStreams {
  private final JobState[] jobs;
  private final SharedParts parts;
  private final Map<Integer, Map<Integer, Stream>> streams = new HashMap<>(); // by job and device

  /** The kernels of a job on a device; the first one is running. */
  private static final class Stream {
    final ArrayDeque<HostKernel> kernels = new ArrayDeque<>();
    long since; // start of the running kernel
  }

  KernelStreams(JobState[] jobs, SharedParts parts) {
    this.jobs = jobs;
    this.parts = parts;
  }

  /** Returns whether a job has no asynchronous kernels left on a device. */
  boolean isIdle(int job, int device) {
    return !streams.getOrDefault(job, Map.of()).containsKey(device);
  }

  void start(long now, int job, int device, HostKernel kernel) {
    Stream stream =
        streams
            .computeIfAbsent(job, j -> new HashMap<>())
            .computeIfAbsent(device, d -> new Stream());
    stream.kernels.add(kernel);
    if (stream.kernels.size() == 1) {
      run(now, job, device, stream);
    }
  }

  /** Called when the running kernel of a job on a device has ended. */
  void ended(long now, int job, int device) {
    Stream stream = streams.get(job).get(device);
    jobs[job].startedEnded(stream.kernels.remove(), now - stream.since);
    if (stream.kernels.isEmpty()) {
      streams.get(job).remove(device);
    } else {
      run(now, job, device, stream);
    }
  }

  void abort(long now, int job) {
    Map<Integer, Stream> gone = streams.remove(job);
    if (gone != null) {
      gone.keySet().forEach(device -> parts.abortKernel(now, job, device));
    }
  }

  private void run(long now, int job, int device, Stream stream) {
    stream.since = now;
    parts.launch(now, job, device, stream.kernels.element());
  }
}
