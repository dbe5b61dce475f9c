package org.polyphony.host.mgb;

import org.polyphony.host.HostMachine;
import org.polyphony.host.app.TaskNeed;

/**
 * {@code mgb-alg3}: chooses, among the devices with enough free memory, the one with the fewest
 * warps in use; ties go to the first. Memory is a hard limit, compute is not: a task counts with
 * all warps of its grid. Source: MGB, Algorithm 3 and section III-B. Differs: DEVIATIONS.md 46.
 */
public final class LeastWarps implements Placement {
  /** Name in configs. */
  public static final String NAME = "mgb-alg3";

  private final TaskMemory memory;
  private final long[] warpsInUse; // by device

  public LeastWarps(HostMachine machine) {
    this.memory = new TaskMemory(machine);
    this.warpsInUse = new long[machine.devices()];
  }

  @Override
  public int place(int task, TaskNeed need) {
    int target = NONE;
    for (int device = 0; device < warpsInUse.length; device++) {
      if (memory.fits(need, device)
          && (target == NONE || warpsInUse[device] < warpsInUse[target])) {
        target = device;
      }
    }
    if (target != NONE) {
      memory.take(task, need, target);
      warpsInUse[target] += need.warps();
    }
    return target;
  }

  @Override
  public void release(int task) {
    TaskMemory.Claim claim = memory.release(task);
    if (claim != null) {
      warpsInUse[claim.device()] -= claim.need().warps();
    }
  }

  @Override
  public boolean canEverPlace(TaskNeed need) {
    return memory.canEverFit(need);
  }

  long freeMemory(int device) {
    return memory.free(device);
  }

  long warpsInUse(int device) {
    return warpsInUse[device];
  }
}
