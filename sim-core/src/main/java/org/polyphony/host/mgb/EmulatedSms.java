package org.polyphony.host.mgb;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.TaskNeed;

/**
 * {@code mgb-alg2}: chooses the first device with enough free memory whose SMs have room for all
 * thread blocks of the task, placed as by the hardware. Memory and compute are hard limits. Source:
 * MGB, Algorithm 2 and section III-B. Differs: a grid that exceeds an idle device counts as one
 * that fills it, DEVIATIONS.md 47.
 */
public final class EmulatedSms implements Placement {
  /** Name in configs. */
  public static final String NAME = "mgb-alg2";

  private final TaskMemory memory;
  private final SmSlots[] sms; // by device
  private final Map<Integer, int[]> placed = new HashMap<>(); // by task: thread blocks by SM

  public EmulatedSms(HostMachine machine) {
    this.memory = new TaskMemory(machine);
    this.sms = new SmSlots[machine.devices()];
    Arrays.setAll(sms, device -> new SmSlots(machine.gpu(device)));
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
          placed.put(task, perSm);
          return device;
        }
      }
    }
    return NONE;
  }

  @Override
  public void release(int task) {
    TaskMemory.Claim claim = memory.release(task);
    if (claim != null) {
      sms[claim.device()].giveBack(placed.remove(task), claim.need().warpsPerThreadBlock());
    }
  }

  @Override
  public boolean canEverPlace(TaskNeed need) {
    int warps = need.warpsPerThreadBlock();
    return memory.canEverFit(need)
        && Arrays.stream(sms).anyMatch(device -> device.capacity(warps) > 0);
  }

  long freeMemory(int device) {
    return memory.free(device);
  }

  SmSlots sms(int device) {
    return sms[device];
  }
}
