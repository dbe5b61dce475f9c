package org.polyphony.host.device;

import java.util.ArrayDeque;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.EventQueue;

/**
 * A device without preemption: kernels of different processes run to completion, one after another
 * in launch order, as on devices before Pascal without MPS. Source: schedGPU section 8 on
 * preemption; Tanasic et al., ISCA'14, section 2.
 */
public final class SerialDevice implements GpuDevice {
  private record Launched(int process, HostKernel kernel) {}

  private final ArrayDeque<Launched> queue = new ArrayDeque<>(); // the first one is running
  private long due = EventQueue.NEVER; // end of the running kernel

  @Override
  public void launch(long now, int process, HostKernel kernel) {
    queue.add(new Launched(process, kernel));
    if (queue.size() == 1) {
      due = now + kernel.aloneNanos();
    }
  }

  @Override
  public void abort(long now, int process) {
    boolean runs = !queue.isEmpty() && queue.element().process() == process;
    queue.removeIf(launched -> launched.process() == process);
    if (runs) {
      startFirst(now);
    }
  }

  @Override
  public long nextWork() {
    return due;
  }

  @Override
  public int takeEnded(long now) {
    if (due > now) {
      return EventQueue.NONE;
    }
    int process = queue.remove().process();
    startFirst(now);
    return process;
  }

  @Override
  public int kernels() {
    return queue.size();
  }

  private void startFirst(long now) {
    due = queue.isEmpty() ? EventQueue.NEVER : now + queue.element().kernel().aloneNanos();
  }
}
