package org.polyphony.host.device;

import java.util.Arrays;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.SharedRate;

/**
 * A device on which each kernel advances at its normalized progress beside the others that run: for
 * work of seconds to hours.
 */
public final class RateDevice implements GpuDevice {
  private final ProgressModel model;
  private final SharedRate running = new SharedRate();
  private HostKernel[] kernels = new HostKernel[4]; // in the order of the users of running
  private double[] progress = new double[4];
  private long[] queuedNanos = new long[4]; // by process: time that its kernels made no progress
  private long since; // of progress

  /**
   * Makes an idle device.
   *
   * @param model how fast kernels progress together
   */
  public RateDevice(ProgressModel model) {
    this.model = model;
  }

  @Override
  public void launch(long now, int process, HostKernel kernel) {
    charge(now);
    int count = running.count();
    if (count == kernels.length) {
      kernels = Arrays.copyOf(kernels, 2 * count);
      progress = new double[2 * count];
    }
    kernels[count] = kernel;
    running.add(now, process, (double) kernel.aloneNanos());
    setRates(now);
  }

  @Override
  public void abort(long now, int process) {
    int index = indexOf(process);
    if (index >= 0) {
      charge(now);
      running.remove(now, process);
      forget(index);
      setRates(now);
    }
  }

  @Override
  public long due() {
    return running.due();
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
   * Returns how long kernels of a process had no part of the device while they were launched.
   *
   * @param process at least 0
   */
  public long queuedNanos(int process) {
    return process < queuedNanos.length ? queuedNanos[process] : 0;
  }

  private void charge(long now) {
    for (int i = 0; i < running.count(); i++) {
      if (progress[i] == 0) {
        int process = running.user(i);
        if (process >= queuedNanos.length) {
          queuedNanos = Arrays.copyOf(queuedNanos, 2 * process);
        }
        queuedNanos[process] += now - since;
      }
    }
    since = now;
  }

  private int indexOf(int process) {
    for (int i = 0; i < running.count(); i++) {
      if (running.user(i) == process) {
        return i;
      }
    }
    return -1;
  }

  private void forget(int index) {
    int count = running.count();
    System.arraycopy(kernels, index + 1, kernels, index, count - index);
    kernels[count] = null;
  }

  private void setRates(long now) {
    if (running.count() > 0) {
      model.progress(kernels, running.count(), progress);
      running.setRates(now, progress);
    }
  }
}
