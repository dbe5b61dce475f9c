package org.polyphony.host.mgb;

import java.util.HashMap;
import java.util.Map;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.TaskNeed;

/**
 * {@code mgb-alg2}: the first device with enough memory on whose SMs all thread blocks of the task
 * find room, placed as the hardware would. Memory and compute are hard limits. Source: MGB,
 * Algorithm 2 and section III-B. Differs: a grid larger than the idle device counts with what that
 * holds, DEVIATIONS.md number 47.
 */
public final class EmulatedSms implements Placement {
  /** What configurations call it. */
  public static final String NAME = "mgb-alg2";

  private final TaskMemory memory;
  private final SmSlots[] sms; // by device
  private final Map<Integer, Placed> placed = new HashMap<>(); // by task

  /** Where the thread blocks of a task are. */
  private static final class Placed {
    final int[] perSm;
    final int warpsPerThreadBlock;

    Placed(int[] perSm, int warpsPerThreadBlock) {
      this.perSm = perSm;
      this.warpsPerThreadBlock = warpsPerThreadBlock;
    }
  }

  /** Makes the placement for the idle devices of a machine. */
  public EmulatedSms(HostMachine machine) {
    this.memory = new TaskMemory(machine);
    this.sms = new SmSlots[machine.devices()];
    for (int device = 0; device < sms.length; device++) {
      sms[device] = new SmSlots(machine.gpu(device));
    }
  }

  @Override
  public int place(int task, TaskNeed need) {
    int warps = need.warpsPerThreadBlock();
    for (int device = 0; device < sms.length; device++) {
      if (memory.fits(need, device) && sms[device].capacity(warps) > 0) {
        int threadBlocks = Math.min(need.threadBlocks(), sms[device].capacity(warps));
        int[] perSm = sms[device].take(threadBlocks, warps);
        if (perSm != null) {
          memory.take(task, need, device);
          placed.put(task, new Placed(perSm, warps));
          return device;
        }
      }
    }
    return NONE;
  }

  @Override
  public void release(int task) {
    int device = memory.release(task);
    if (device != NONE) {
      Placed what = placed.remove(task);
      sms[device].giveBack(what.perSm, what.warpsPerThreadBlock);
    }
  }

  @Override
  public boolean canEverPlace(TaskNeed need) {
    boolean blockFits = false;
    for (SmSlots device : sms) {
      blockFits |= device.capacity(need.warpsPerThreadBlock()) > 0;
    }
    return blockFits && memory.canEverFit(need);
  }

  /** Returns the free memory of a device in bytes. */
  long freeMemory(int device) {
    return memory.free(device);
  }

  /** Returns the room on the SMs of a device. */
  SmSlots sms(int device) {
    return sms[device];
  }
}
