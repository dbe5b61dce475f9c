package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * The memory requests in flight on the device: a slot each in one flat array.
 *
 * <p>A request covers what the caches fill at once, a sector or a line. An SM takes a slot, sets
 * the fields and sends it; whoever ends the request frees the slot. Slots are recycled last in,
 * first out; nothing may depend on their numbers.
 */
public final class MemoryRequests {
  /** No request. */
  public static final int NONE = -1;

  /** Data read for an L1 data cache or register. */
  public static final int READ = 0;

  /** Write-through of an SM; answered by an acknowledgement. */
  public static final int WRITE = 1;

  /** Atomic performed at L2; answered like a read. */
  public static final int ATOMIC = 2;

  /** Read for an instruction cache. */
  public static final int FETCH = 3;

  /** Read for a constant cache. */
  public static final int CONSTANT = 4;

  /** Write of a dirty sector from L2 to DRAM; not answered. */
  public static final int WRITE_BACK = 5;

  /** Read of a line for a write that missed in L2; not answered. */
  public static final int ALLOCATE = 6;

  /**
   * In the token, an index, of a request that moves the context of a thread block, with its slot.
   */
  public static final int OF_CONTEXT = 1 << 28;

  /** In the token of a request that fills the L1 data cache, with the entry of the MSHRs. */
  public static final int OF_FILL = 2 << 28;

  private static final int OWNERS = OF_CONTEXT | OF_FILL;
  private static final int STRIDE = 4; // longs of a slot: a request lies in one cache line
  private static final int ADDRESS = 0;
  private static final int LABEL =
      1; // byte mask, from bit 32 kind, SM and kernel of 8, 12, 12 bits
  private static final int TOKEN = 2;
  private static final int NEXT = 3; // and, from bit 32, the mark

  private static final long LOW = 0xffffffffL;

  private long[] fields = new long[1024 * STRIDE];
  private int firstFree = NONE;
  private int used;
  private int live;

  /**
   * Takes a free slot; the pool grows when there is none.
   *
   * @param address first byte that it covers, address space included
   * @param sm the SM to answer, 0 to 4095
   * @param kernel the KCB row on whose behalf it is made, 0 to 4095
   * @param byteMask the bytes that are written, bit i for byte i, or for the i-th of 32 parts of
   *     what it covers, if that is more than 32; 0 for reads
   * @return the slot
   */
  public int take(int kind, long address, int sm, int kernel, int token, int byteMask) {
    int slot = firstFree;
    if (slot == NONE) {
      slot = used++;
      if (slot * STRIDE == fields.length) {
        fields = Arrays.copyOf(fields, fields.length * 2);
      }
    } else {
      firstFree = next(slot);
    }
    live++;
    int base = slot * STRIDE;
    int label = kind | (sm & 0xfff) << 8 | kernel << 20;
    fields[base + ADDRESS] = address;
    fields[base + LABEL] = ((long) label << 32) | (byteMask & LOW);
    fields[base + TOKEN] = token;
    fields[base + NEXT] = NONE & LOW;
    return slot;
  }

  public void free(int slot) {
    live--;
    fields[slot * STRIDE + NEXT] = firstFree & LOW;
    firstFree = slot;
  }

  public int live() {
    return live;
  }

  /** Returns the first byte that is covered. */
  public long address(int slot) {
    return fields[slot * STRIDE + ADDRESS];
  }

  public int kind(int slot) {
    return (int) (fields[slot * STRIDE + LABEL] >>> 32) & 0xff;
  }

  public int sm(int slot) {
    return (int) (fields[slot * STRIDE + LABEL] >>> 40) & 0xfff;
  }

  public int kernel(int slot) {
    return (int) (fields[slot * STRIDE + LABEL] >>> 52);
  }

  public int token(int slot) {
    return (int) fields[slot * STRIDE + TOKEN];
  }

  public int owner(int slot) {
    return token(slot) & OWNERS;
  }

  /** Returns its token without the {@link #owner}. */
  public int index(int slot) {
    return token(slot) & ~OWNERS;
  }

  /** Returns the bytes written; see {@link #take}. */
  public int byteMask(int slot) {
    return (int) fields[slot * STRIDE + LABEL];
  }

  /** Returns the slot that follows in the list which holds this one, or {@link #NONE}. */
  public int next(int slot) {
    return (int) fields[slot * STRIDE + NEXT];
  }

  public void link(int slot, int following) {
    long mark = fields[slot * STRIDE + NEXT] & ~LOW;
    fields[slot * STRIDE + NEXT] = mark | (following & LOW);
  }

  /** Returns the number set by {@link #mark(int, int)}. */
  int mark(int slot) {
    return (int) (fields[slot * STRIDE + NEXT] >>> 32);
  }

  /** Notes a number for whoever works on the request. */
  void mark(int slot, int number) {
    long next = fields[slot * STRIDE + NEXT] & LOW;
    fields[slot * STRIDE + NEXT] = ((long) number << 32) | next;
  }
}
