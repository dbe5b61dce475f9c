package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * The memory requests in flight on the device: a slot each, one array per field.
 *
 * <p>A request covers one sector. An SM takes a slot, sets the fields and sends it; whoever ends
 * the request frees the slot. Slots are recycled last in, first out; nothing may depend on their
 * numbers.
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

  private long[] addresses = new long[1024];
  private int[] kinds = new int[1024];
  private int[] sms = new int[1024];
  private int[] kernels = new int[1024];
  private int[] tokens = new int[1024];
  private int[] byteMasks = new int[1024];
  private int[] next = new int[1024];
  private int firstFree = NONE;
  private int used;
  private int live;

  /** Makes an empty pool. */
  public MemoryRequests() {}

  /**
   * Takes a free slot; the pool grows when there is none.
   *
   * @param kind one of the constants of this class
   * @param address first byte of the sector, address space included
   * @param sm the SM to answer
   * @param kernel the KCB row on whose behalf it is made
   * @param token what the requester wants back with the answer
   * @param byteMask the bytes of the sector that are written, bit i for byte i; 0 for reads
   * @return the slot
   */
  public int take(int kind, long address, int sm, int kernel, int token, int byteMask) {
    int slot = firstFree;
    if (slot == NONE) {
      slot = used++;
      if (slot == addresses.length) {
        grow();
      }
    } else {
      firstFree = next[slot];
    }
    live++;
    addresses[slot] = address;
    kinds[slot] = kind;
    sms[slot] = sm;
    kernels[slot] = kernel;
    tokens[slot] = token;
    byteMasks[slot] = byteMask;
    next[slot] = NONE;
    return slot;
  }

  /** Frees a slot. */
  public void free(int slot) {
    live--;
    next[slot] = firstFree;
    firstFree = slot;
  }

  /** Returns the requests in flight. */
  public int live() {
    return live;
  }

  /** Returns the first byte of the sector. */
  public long address(int slot) {
    return addresses[slot];
  }

  /** Returns the kind, one of the constants of this class. */
  public int kind(int slot) {
    return kinds[slot];
  }

  /** Returns the SM to answer. */
  public int sm(int slot) {
    return sms[slot];
  }

  /** Returns the KCB row on whose behalf the request is made. */
  public int kernel(int slot) {
    return kernels[slot];
  }

  /** Returns what the requester wants back. */
  public int token(int slot) {
    return tokens[slot];
  }

  /** Returns the bytes written, bit i for byte i of the sector. */
  public int byteMask(int slot) {
    return byteMasks[slot];
  }

  /** Returns the slot that follows in the list which holds this one, or {@link #NONE}. */
  public int next(int slot) {
    return next[slot];
  }

  /** Links a slot to the one that follows it. */
  public void link(int slot, int following) {
    next[slot] = following;
  }

  private void grow() {
    int capacity = addresses.length * 2;
    addresses = Arrays.copyOf(addresses, capacity);
    kinds = Arrays.copyOf(kinds, capacity);
    sms = Arrays.copyOf(sms, capacity);
    kernels = Arrays.copyOf(kernels, capacity);
    tokens = Arrays.copyOf(tokens, capacity);
    byteMasks = Arrays.copyOf(byteMasks, capacity);
    next = Arrays.copyOf(next, capacity);
  }
}
