package org.polyphony.policy.partition.maestro;

import java.util.Arrays;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.policy.partition.DeviceView;

/**
 * The kernels, at most two, that the processes of a group are running.
 *
 * <p>State per side: row of the process's kernel and its launch number, none if it runs none.
 */
final class GroupKernels {
  private static final int NONE = DeviceView.NONE;

  private final int[] processes;
  private final int[] rows = {NONE, NONE};
  private final long[] launches = {NONE, NONE};

  /** Creates the state of one or two processes before their first kernel. */
  GroupKernels(int[] processes) {
    this.processes = processes;
  }

  GroupKernels now(DeviceView device) {
    GroupKernels now = new GroupKernels(processes);
    for (int side = 0; side < processes.length; side++) {
      now.rows[side] = device.running(processes[side]);
      now.launches[side] = now.runs(side) ? device.launch(now.rows[side]) : NONE;
    }
    return now;
  }

  boolean areThoseOf(GroupKernels other) {
    return Arrays.equals(launches, other.launches);
  }

  int[] processes() {
    return processes;
  }

  int row(int side) {
    return rows[side];
  }

  boolean runs(int side) {
    return rows[side] != NONE;
  }

  boolean areTwo() {
    return runs(0) && runs(1);
  }

  String name(DeviceView device, int side) {
    return processes[side] + ":" + device.name(rows[side]);
  }

  ThreadBlockNeed need(DeviceView device, int side) {
    return device.need(rows[side]);
  }

  /** Returns the number of thread blocks in each kernel's grid; there must be two kernels. */
  long[] grids(DeviceView device) {
    return new long[] {device.threadBlocks(rows[0]), device.threadBlocks(rows[1])};
  }

  /** Returns the counters of the kernels on SMs at a cycle, which is now. */
  Epoch.Counters counters(long cycle, DeviceView device, int[] sms) {
    return new Epoch.Counters() {
      @Override
      public long instructions(int index, int side) {
        return device.threadInstructions(sms[index], rows[side]);
      }

      @Override
      public long heldCycles(int index, int side) {
        return device.heldCycles(cycle, sms[index], rows[side]);
      }
    };
  }

  /** Returns whether a kernel has launched its last thread block. */
  boolean isEnding(DeviceView device, int side) {
    return device.threadBlocksLeft(rows[side]) == 0;
  }
}
