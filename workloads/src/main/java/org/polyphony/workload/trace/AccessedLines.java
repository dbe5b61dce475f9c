package org.polyphony.workload.trace;

import java.util.BitSet;

/**
 * Which global memory a kernel reads and which of its stores write there, to tell the stores after
 * which a thread block cannot be dropped and run again.
 *
 * <p>A hash table from a line of 128 bytes to a set of writers and a read mark. It holds at most
 * {@value #MAX_LINES} lines (32 MiB with its spare slots); before it would hold more, lines are
 * merged in pairs, so that a kernel of large footprint gets longer lines: that can mark a store
 * that need not be, never miss one. The 62nd store and later ones share one mark, to the same
 * effect. Order does not count: a store before the read marks as one after it does.
 */
final class AccessedLines {
  static final int MAX_LINES = 1 << 20;
  private static final long READ = Long.MIN_VALUE;
  private static final int SHARED_WRITER = 62;
  private static final int FIRST_SHIFT = 7;

  private long[] lines = new long[1 << 12]; // line number + 1; 0 is free
  private long[] users = new long[1 << 12];
  private int size;
  private int shift = FIRST_SHIFT;
  private long lastLine;
  private long lastUser;

  void read(int mask, long[] lanes, int widthBytes) {
    mark(mask, lanes, widthBytes, READ);
  }

  /** Notes the lines that a store writes; writers are numbered from 0. */
  void write(int mask, long[] lanes, int widthBytes, int writer) {
    mark(mask, lanes, widthBytes, 1L << Math.min(writer, SHARED_WRITER));
  }

  private void mark(int mask, long[] lanes, int widthBytes, long user) {
    for (int left = mask; left != 0; left &= left - 1) {
      long address = lanes[Integer.numberOfTrailingZeros(left)];
      mark(address >>> shift, user);
      mark((address + widthBytes - 1) >>> shift, user);
    }
  }

  private void mark(long number, long user) {
    long line = number + 1;
    if (line == lastLine && user == lastUser) {
      return;
    }
    lastLine = line;
    lastUser = user;
    users[slotOf(line)] |= user;
    if (size * 2 > lines.length) {
      grow();
    }
  }

  private int slotOf(long line) {
    int slot = (int) ((line * 0x9E3779B97F4A7C15L) >>> 32) & (lines.length - 1);
    while (lines[slot] != line) {
      if (lines[slot] == 0) {
        lines[slot] = line;
        size++;
        break;
      }
      slot = (slot + 1) & (lines.length - 1);
    }
    return slot;
  }

  private void grow() {
    boolean merge = size >= MAX_LINES;
    long[] oldLines = lines;
    long[] oldUsers = users;
    int capacity = merge ? oldLines.length : oldLines.length * 2;
    lines = new long[capacity];
    users = new long[capacity];
    size = 0;
    shift += merge ? 1 : 0;
    lastLine = 0;
    for (int i = 0; i < oldLines.length; i++) {
      if (oldLines[i] != 0) {
        long line = merge ? ((oldLines[i] - 1) >>> 1) + 1 : oldLines[i];
        users[slotOf(line)] |= oldUsers[i];
      }
    }
  }

  /** Returns the writers of lines that are also read. */
  BitSet writersOfReadLines(int writerCount) {
    long found = 0;
    for (long user : users) {
      found |= user < 0 ? user : 0;
    }
    BitSet writers = new BitSet(writerCount);
    for (int writer = 0; writer < writerCount; writer++) {
      writers.set(writer, ((found >>> Math.min(writer, SHARED_WRITER)) & 1) != 0);
    }
    return writers;
  }
}
