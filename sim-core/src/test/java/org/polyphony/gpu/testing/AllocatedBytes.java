package org.polyphony.gpu.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.polyphony.gpu.Gpu;

/** Watches a run: what its thread allocates in each of a number of windows; then stops it. */
public final class AllocatedBytes implements Gpu.Observer {
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final int windowCycles;
  private final int warmUpWindows;
  private final long[] atEnd;
  private int windows;

  /** Watches windows of a length, after others that do not count. */
  public AllocatedBytes(int windowCycles, int warmUpWindows, int windows) {
    this.windowCycles = windowCycles;
    this.warmUpWindows = warmUpWindows;
    this.atEnd = new long[warmUpWindows + windows + 1];
  }

  @Override
  public long observe(long cycle) {
    atEnd[windows++] = threads.getCurrentThreadAllocatedBytes();
    return windows < atEnd.length ? cycle + windowCycles : cycle;
  }

  public long leastInAWindow() {
    long least = Long.MAX_VALUE;
    for (int i = warmUpWindows + 1; i < windows; i++) {
      least = Math.min(least, atEnd[i] - atEnd[i - 1]);
    }
    return least;
  }
}
