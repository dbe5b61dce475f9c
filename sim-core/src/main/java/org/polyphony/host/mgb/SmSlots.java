package org.polyphony.host.mgb;

import java.util.Arrays;
import org.polyphony.host.HostMachine;

/**
 * Free thread-block slots and warp slots of each SM of a device, as its hardware scheduler tracks
 * them; thread blocks go to SMs round-robin.
 */
final class SmSlots {
  private final int[] freeThreadBlocks; // by SM
  private final int[] freeWarps; // by SM
  private final int threadBlocksPerSm;
  private final int warpsPerSm;
  private int next; // next SM in round-robin order

  SmSlots(HostMachine.HostGpu gpu) {
    threadBlocksPerSm = gpu.threadBlocksPerSm();
    warpsPerSm = gpu.warpsPerSm();
    freeThreadBlocks = new int[gpu.sms()];
    freeWarps = new int[gpu.sms()];
    Arrays.fill(freeThreadBlocks, threadBlocksPerSm);
    Arrays.fill(freeWarps, warpsPerSm);
  }

  int capacity(int warpsPerThreadBlock) {
    int perSm = threadBlocksPerSm;
    if (warpsPerThreadBlock > 0) {
      perSm = Math.min(perSm, warpsPerSm / warpsPerThreadBlock);
    }
    return perSm * freeWarps.length;
  }

  /**
   * Allocates thread blocks, one SM after another.
   *
   * @return thread blocks per SM; {@code null}, with nothing changed, if not all fit
   */
  int[] take(int threadBlocks, int warpsPerThreadBlock) {
    int[] taken = new int[freeWarps.length];
    int before = next;
    for (int left = threadBlocks; left > 0; left--) {
      int sm = nextSm(warpsPerThreadBlock);
      if (sm == Placement.NONE) {
        giveBack(taken, warpsPerThreadBlock);
        next = before;
        return null;
      }
      taken[sm]++;
      freeThreadBlocks[sm]--;
      freeWarps[sm] -= warpsPerThreadBlock;
    }
    return taken;
  }

  void giveBack(int[] taken, int warpsPerThreadBlock) {
    for (int sm = 0; sm < taken.length; sm++) {
      freeThreadBlocks[sm] += taken[sm];
      freeWarps[sm] += taken[sm] * warpsPerThreadBlock;
    }
  }

  int freeThreadBlocks(int sm) {
    return freeThreadBlocks[sm];
  }

  int freeWarps(int sm) {
    return freeWarps[sm];
  }

  private int nextSm(int warps) {
    for (int i = 0; i < freeWarps.length; i++) {
      int sm = (next + i) % freeWarps.length;
      if (freeThreadBlocks[sm] > 0 && freeWarps[sm] >= warps) {
        next = (sm + 1) % freeWarps.length;
        return sm;
      }
    }
    return Placement.NONE;
  }
}
