package org.polyphony.gpu.sm.memory;

import java.util.Arrays;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.Warp;

/**
 * The loads waiting for data, one slot each: warp, static instruction and outstanding sectors.
 *
 * <p>The token of a load's memory requests is its slot. The table grows to the maximum number of
 * outstanding loads.
 */
public final class LoadTable {
  private Warp[] warp = new Warp[64];
  private Instruction[] instruction = new Instruction[64];
  private int[] missing = new int[64];
  private int[] group = new int[64]; // of copies
  private int[] passes = new int[64]; // of copies, over the shared-memory banks
  private int[] free = new int[64];
  private int freeCount;
  private int used;

  int take(Warp ofWarp, Instruction issued, int sectors) {
    if (freeCount == 0 && used == warp.length) {
      grow();
    }
    int slot = freeCount == 0 ? used++ : free[--freeCount];
    warp[slot] = ofWarp;
    instruction[slot] = issued;
    missing[slot] = sectors;
    return slot;
  }

  /** Makes a load a copy to shared memory. */
  void copies(int slot, int ofGroup, int bankPasses) {
    group[slot] = ofGroup;
    passes[slot] = bankPasses;
  }

  int group(int slot) {
    return group[slot];
  }

  int passes(int slot) {
    return passes[slot];
  }

  /** Counts an arrived sector; returns whether it was the last. */
  boolean arrived(int slot) {
    return --missing[slot] == 0;
  }

  void release(int slot) {
    free[freeCount++] = slot;
  }

  Warp warp(int slot) {
    return warp[slot];
  }

  Instruction instruction(int slot) {
    return instruction[slot];
  }

  public int size() {
    return used - freeCount;
  }

  private void grow() {
    int capacity = warp.length * 2;
    warp = Arrays.copyOf(warp, capacity);
    instruction = Arrays.copyOf(instruction, capacity);
    missing = Arrays.copyOf(missing, capacity);
    group = Arrays.copyOf(group, capacity);
    passes = Arrays.copyOf(passes, capacity);
    free = Arrays.copyOf(free, capacity);
  }
}
