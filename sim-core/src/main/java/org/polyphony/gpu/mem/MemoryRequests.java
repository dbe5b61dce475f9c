package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * The memory requests in flight on the device, one slot each in a flat array.
 *
 * <p>A request covers the unit that caches fill, a sector or a line. An SM allocates a slot, sets
 * the fields and sends it; whoever completes the request frees the slot. Each SM, and the memory
 * system for requests of its own, has its own free slots, which it reuses in LIFO order; results
 * must not depend on their numbers.
 */
public final class MemoryRequests {
  /** No request. */
  public static final int NONE = -1;

  /** Read for an L1 data cache or register. */
  public static final int READ = 0;

  /** Write-through of an SM; the reply is an acknowledgement. */
  public static final int WRITE = 1;

  /** Atomic performed at L2; replied to like a read. */
  public static final int ATOMIC = 2;

  /** Read for an instruction cache. */
  public static final int FETCH = 3;

  /** Read for a constant cache. */
  public static final int CONSTANT = 4;

  /** Write-back of a dirty sector from L2 to DRAM; without a reply. */
  public static final int WRITE_BACK = 5;

  /** Read of a line for a write that missed in L2; without a reply. */
  public static final int ALLOCATE = 6;

  /** Token flag of a request that transfers a thread block's context; the index is its slot. */
  public static final int OF_CONTEXT = 1 << 28;

  /** Token flag of a request that fills the L1 data cache; the index is the MSHR entry. */
  public static final int OF_FILL = 2 << 28;

  /** Token flag of a request of the tensor memory accelerator; the index is its box. */
  public static final int OF_BULK = 4 << 28;

  private static final int OWNERS = OF_CONTEXT | OF_FILL | OF_BULK;
  private static final int STRIDE = 4; // longs per slot, so that a request is within one cache line
  private static final int ADDRESS = 0;
  private static final int LABEL =
      1; // byte mask; from bit 32: kind, SM and kernel in 8, 12, 12 bits
  private static final int TOKEN = 2; // from bit 32: the request that joined it, + 1
  private static final int NEXT = 3; // from bit 32: the mark

  private static final long LOW = 0xffffffffL;

  /** Slots are added to an owner's free ones so many at a time. */
  private static final int BLOCK = 64;

  // of an owner, in a cache line of its own
  private static final int OWNER_STRIDE = 32;
  private static final int FIRST_FREE = 0;
  private static final int FREE = 1;
  private static final int LIVE = 2;

  private final int memory; // the owner of requests that no SM has sent; SMs come before it
  private final int ownerStride; // 0 if all own the same slots
  private final int[] owners;
  private long[] fields = new long[16 * BLOCK * STRIDE];
  private int used;

  /**
   * Creates an empty pool for the requests of some SMs, and of the memory system itself.
   *
   * @param apart whether SMs and the memory system may take slots at the same time
   */
  public MemoryRequests(int sms, boolean apart) {
    memory = sms;
    ownerStride = apart ? OWNER_STRIDE : 0;
    owners = new int[(sms + 2) * OWNER_STRIDE];
    for (int owner = 0; owner <= memory; owner++) {
      owners[place(owner) + FIRST_FREE] = NONE;
    }
  }

  private int place(int owner) {
    return OWNER_STRIDE + owner * ownerStride;
  }

  /**
   * Allocates a slot. The pool grows if its owner has none, which may not happen while SMs or the
   * memory system run side by side: {@link #reserve} prevents it.
   *
   * @param address first byte covered, including the address space
   * @param sm the SM to reply to, 0 to 4095; ignored for requests of the memory system itself
   * @param kernel KCB row that the request is charged to, 0 to 4095
   * @param byteMask written bytes: bit i for byte i, or for the i-th of 32 parts if the request
   *     covers more than 32 bytes; 0 for reads
   * @return the slot
   */
  public int take(int kind, long address, int sm, int kernel, int token, int byteMask) {
    int owner = place(kind >= WRITE_BACK ? memory : sm);
    if (owners[owner + FREE] == 0) {
      grow(owner);
    }
    int slot = owners[owner + FIRST_FREE];
    owners[owner + FIRST_FREE] = next(slot);
    owners[owner + FREE]--;
    owners[owner + LIVE]++;
    int base = slot * STRIDE;
    int label = kind | (sm & 0xfff) << 8 | kernel << 20;
    fields[base + ADDRESS] = address;
    fields[base + LABEL] = ((long) label << 32) | (byteMask & LOW);
    fields[base + TOKEN] = token & LOW;
    fields[base + NEXT] = NONE & LOW;
    return slot;
  }

  public void free(int slot) {
    int owner = place(kind(slot) >= WRITE_BACK ? memory : sm(slot));
    owners[owner + LIVE]--;
    release(owner, slot);
  }

  private void release(int owner, int slot) {
    fields[slot * STRIDE + NEXT] = owners[owner + FIRST_FREE] & LOW;
    owners[owner + FIRST_FREE] = slot;
    owners[owner + FREE]++;
  }

  private void grow(int owner) {
    if ((used + BLOCK) * STRIDE > fields.length) {
      fields = Arrays.copyOf(fields, fields.length * 2);
    }
    for (int slot = used + BLOCK - 1; slot >= used; slot--) {
      release(owner, slot); // so that the lowest is taken first
    }
    used += BLOCK;
  }

  /** Makes sure that each SM and the memory system can take so many slots without growth. */
  public void reserve(int ofSm, int ofMemory) {
    for (int owner = 0; owner <= memory; owner++) {
      while (owners[place(owner) + FREE] < (owner == memory ? ofMemory : ofSm)) {
        grow(place(owner));
      }
    }
  }

  /** Returns the requests in flight. */
  public int live() {
    int live = 0;
    for (int owner = 0; owner < owners.length; owner += OWNER_STRIDE) {
      live += owners[owner + LIVE];
    }
    return live;
  }

  /** Returns the first byte covered. */
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

  /** Returns the token without its {@link #owner}. */
  public int index(int slot) {
    return token(slot) & ~OWNERS;
  }

  /** Returns the written bytes; see {@link #take}. */
  public int byteMask(int slot) {
    return (int) fields[slot * STRIDE + LABEL];
  }

  /** Returns the next slot in the list that holds this one, or {@link #NONE}. */
  public int next(int slot) {
    return (int) fields[slot * STRIDE + NEXT];
  }

  public void link(int slot, int following) {
    long mark = fields[slot * STRIDE + NEXT] & ~LOW;
    fields[slot * STRIDE + NEXT] = mark | (following & LOW);
  }

  /** Returns the request that has joined this one, or {@link #NONE}. */
  int joined(int slot) {
    return (int) (fields[slot * STRIDE + TOKEN] >>> 32) - 1;
  }

  /** Makes a request wait for the reply to another one; {@link #NONE}: none waits any more. */
  void join(int slot, int joining) {
    long token = fields[slot * STRIDE + TOKEN] & LOW;
    fields[slot * STRIDE + TOKEN] = (joining + 1L) << 32 | token;
  }

  /** Returns the number set by {@link #mark(int, int)}. */
  int mark(int slot) {
    return (int) (fields[slot * STRIDE + NEXT] >>> 32);
  }

  /** Stores a number for the current holder of the request. */
  void mark(int slot, int number) {
    long next = fields[slot * STRIDE + NEXT] & LOW;
    fields[slot * STRIDE + NEXT] = ((long) number << 32) | next;
  }
}
