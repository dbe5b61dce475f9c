package org.polyphony.host.mgb;

import org.polyphony.host.HostMachine;
import org.polyphony.host.app.TaskNeed;

/**
 * {@code schedgpu} as MGB compares with it: memory alone counts, and every task goes to the first
 * device, or to the one that it names. Source: MGB section V-E.
 */
public final class FirstDevice implements Placement {
  private final TaskMemory memory;

  /** Makes the placement for the idle devices of a machine. */
  public FirstDevice(HostMachine machine) {
    this.memory = new TaskMemory(machine);
  }

  @Override
  public int place(int process, TaskNeed need) {
    int device = device(need);
    if (!memory.fits(need, device)) {
      return NONE;
    }
    memory.take(process, need, device);
    return device;
  }

  @Override
  public void release(int process) {
    memory.release(process);
  }

  @Override
  public boolean canEverPlace(TaskNeed need) {
    return memory.canEverFit(new TaskNeed(need.memoryBytes(), 0, 0, device(need), 0));
  }

  private static int device(TaskNeed need) {
    return need.device() == TaskNeed.ANY ? 0 : need.device();
  }
}
