package org.polyphony.host.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.SharedRate;

/**
 * A device on which each kernel progresses at a rate that depends on the co-running kernels, for
 * work of seconds to hours.
 */
public final class RateDevice implements GpuDevice {
  private final ProgressModel model;
  private final SharedRate running = new SharedRate();
  private final List<HostKernel> kernels =
      new ArrayList<>(); // in the order of the users of running
  private final Map<Integer, Long> queued = new HashMap<>(); // by process: nanos without progress
  private double[] progress = {};
  private long since; // time of the last update

  /**
   * Creates an idle device.
   *
   * @param model relative speed of co-running kernels
   */
  public RateDevice(ProgressModel model) {
    this.model = model;
  }

  @Override
  public void launch(long now, int process, HostKernel kernel) {
    charge(now);
    kernels.add(kernel);
    running.add(now, process, (double) kernel.aloneNanos());
    setRates(now);
  }

  @Override
  public void abort(long now, int process) {
    int index = running.indexOf(process);
    if (index >= 0) {
      charge(now);
      running.remove(now, process);
      kernels.remove(index);
      setRates(now);
    }
  }

  @Override
  public long nextWork() {
    return running.nextWork();
  }

  @Override
  public int takeEnded(long now) {
    int index = running.doneIndex(now);
    if (index < 0) {
      return -1;
    }
    int process = running.user(index);
    abort(now, process);
    return process;
  }

  @Override
  public int kernels() {
    return running.count();
  }

  /**
   * Returns how long launched kernels of a process made no progress, in nanoseconds.
   *
   * @param process at least 0
   */
  public long queuedNanos(int process) {
    return queued.getOrDefault(process, 0L);
  }

  private void charge(long now) {
    for (int i = 0; i < running.count(); i++) {
      if (progress[i] == 0) {
        queued.merge(running.user(i), now - since, Long::sum);
      }
    }
    since = now;
  }

  private void setRates(long now) {
    if (!kernels.isEmpty()) {
      progress = model.progress(kernels);
      running.setRates(now, progress);
    }
  }
}
