package org.polyphony.gpu.sm.execution;

import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.Warp;

/**
 * The instructions between issue and write-back on an SM, one slot each. Slots are reused in LIFO
 * order.
 */
public final class InFlight {
  /** No instruction. */
  public static final int NONE = -1;

  private final Issued[] slots;
  private final int[] free;
  private int freeCount;
  private long issued;

  /** An instruction in flight. */
  public static final class Issued {
    private Warp warp;
    private Instruction instruction;
    private int buffer;
    private int ticket;
    long age; // sequence number of its issue on the SM

    public Warp warp() {
      return warp;
    }

    public Instruction instruction() {
      return instruction;
    }

    /** Sets the data for the completion of an instruction with a side effect. */
    public void setTicket(int of) {
      ticket = of;
    }

    /** Returns the group of an asynchronous instruction, or the numbered barrier of an arrival. */
    public int ticket() {
      return ticket;
    }

    /** Returns the access buffer of a memory instruction, or {@link InFlight#NONE}. */
    public int buffer() {
      return buffer;
    }
  }

  public InFlight(int count) {
    slots = new Issued[count];
    free = new int[count];
    for (int i = 0; i < count; i++) {
      slots[i] = new Issued();
      free[i] = count - 1 - i;
    }
    freeCount = count;
  }

  /**
   * Adds an instruction at issue; returns its slot.
   *
   * @param accessBuffer of a memory instruction, or {@link #NONE}
   */
  public int take(Warp warp, Instruction instruction, int accessBuffer) {
    int slot = free[--freeCount];
    Issued taken = slots[slot];
    taken.warp = warp;
    taken.instruction = instruction;
    taken.buffer = accessBuffer;
    taken.age = issued++;
    return slot;
  }

  public Issued at(int slot) {
    return slots[slot];
  }

  public void release(int slot) {
    free[freeCount++] = slot;
  }

  public int size() {
    return free.length - freeCount;
  }
}
