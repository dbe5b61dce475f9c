package org.polyphony.workload.trace;

import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.workload.trace.InstructionInterner.Entry;

/**
 * Reads one instruction line into reused fields.
 *
 * <p>A generic access is resolved by its first active lane, as in Accel-Sim: in the shared window
 * of 16 MiB it is shared memory, in the local window of 16 MiB local memory, elsewhere global
 * memory; its addresses then count from the window's start, as those of LDS and LDL do. A trace
 * that states no windows has global accesses only (Accel-Sim: shared ones only). Shared addresses
 * count from the thread block's own shared memory: SM 90 code puts it behind 1 KiB that the system
 * reserves.
 */
final class InstructionLine {
  private static final int SYSTEM_RESERVED_BYTES = 1024;
  private static final long WINDOW_BYTES = 1L << 24;

  private final TraceScanner in;
  private final TraceHeader header;
  private final InstructionInterner interner;

  /** Lanes that execute, lane i in bit i. */
  int mask;

  /** Static index. */
  int index;

  /** Whether {@link #lanes} holds the addresses of the active lanes. */
  boolean hasAddresses;

  final long[] lanes = new long[32];

  InstructionLine(TraceScanner in, TraceHeader header, InstructionInterner interner) {
    this.in = in;
    this.header = header;
    this.interner = interner;
  }

  void read() {
    if (header.tracerVersion() < 3) {
      skipThreadBlockAndWarp();
    }
    if (header.lineInfo()) {
      in.decimal("a source line number");
    }
    long pc = in.hex("a hexadecimal program counter");
    mask = mask();
    Entry entry = interner.read(pc);
    if (entry.sass.isBulkCopy()) {
      hasAddresses = false;
      index = interner.staticIndex(entry, MemorySpace.NONE);
      return;
    }
    if (entry.width > 0) {
      readAddresses();
    }
    readImmediate();
    hasAddresses = entry.space != MemorySpace.NONE && mask != 0;
    index = interner.staticIndex(entry, resolve(entry));
  }

  private void skipThreadBlockAndWarp() {
    for (int i = 0; i < 3; i++) {
      in.decimal("a thread block index");
    }
    in.decimal("a warp index");
  }

  private int mask() {
    in.skipSpaces();
    int start = in.cursor;
    long found = in.hex("a hexadecimal mask of 32 lanes");
    if (found >>> 32 != 0) {
      in.cursor = start;
      throw in.expected("a hexadecimal mask of 32 lanes");
    }
    return (int) found;
  }

  private void readAddresses() {
    int mode = in.decimal("an address mode", 0, 2);
    if (mask == 0) {
      in.cursor = in.lineEnd; // no lane has an address; the tracer writes a base of zero or none
      return;
    }
    switch (mode) {
      case 0 -> readList();
      case 1 -> readStride();
      default -> readDeltas();
    }
  }

  private void readList() {
    for (int left = mask; left != 0; left &= left - 1) {
      lanes[Integer.numberOfTrailingZeros(left)] =
          in.hex("one hexadecimal address per active lane");
    }
  }

  private void readStride() {
    long address = in.hex("a hexadecimal base address");
    long stride = in.decimal("a decimal stride");
    for (int left = mask; left != 0; left &= left - 1) {
      lanes[Integer.numberOfTrailingZeros(left)] = address;
      address += stride;
    }
  }

  private void readDeltas() {
    long address = in.hex("a hexadecimal base address");
    lanes[Integer.numberOfTrailingZeros(mask)] = address;
    for (int left = mask & (mask - 1); left != 0; left &= left - 1) {
      address += in.decimal("a decimal address difference per further active lane");
      lanes[Integer.numberOfTrailingZeros(left)] = address;
    }
  }

  private void readImmediate() {
    if (!in.atLineEnd()) {
      in.skipToken("an immediate");
      if (!in.atLineEnd()) {
        throw in.expected("the end of the line after the immediate");
      }
    }
  }

  private MemorySpace resolve(Entry entry) {
    MemorySpace space = entry.space;
    if (space == MemorySpace.GLOBAL && entry.sass.isGeneric() && mask != 0) {
      space = windowOf(lanes[Integer.numberOfTrailingZeros(mask)]);
      shift(space);
    }
    if (space == MemorySpace.SHARED && header.binaryVersion() >= 90) {
      skipReserved();
    }
    return space;
  }

  private MemorySpace windowOf(long address) {
    long shared = header.sharedBase();
    long local = header.localBase();
    if (shared == 0 || local == 0) {
      return MemorySpace.GLOBAL;
    }
    if (address >= local && address < local + WINDOW_BYTES) {
      return MemorySpace.LOCAL;
    }
    boolean inShared = address >= shared && address < shared + WINDOW_BYTES;
    return inShared ? MemorySpace.SHARED : MemorySpace.GLOBAL;
  }

  private void shift(MemorySpace space) {
    if (space == MemorySpace.GLOBAL) {
      return;
    }
    long base = space == MemorySpace.SHARED ? header.sharedBase() : header.localBase();
    for (int left = mask; left != 0; left &= left - 1) {
      lanes[Integer.numberOfTrailingZeros(left)] -= base;
    }
  }

  private void skipReserved() {
    for (int left = mask; left != 0; left &= left - 1) {
      int lane = Integer.numberOfTrailingZeros(left);
      if (lanes[lane] >= SYSTEM_RESERVED_BYTES) {
        lanes[lane] -= SYSTEM_RESERVED_BYTES;
      }
    }
  }
}
