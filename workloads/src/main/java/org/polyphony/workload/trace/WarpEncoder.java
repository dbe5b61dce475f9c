package org.polyphony.workload.trace;

import static org.polyphony.workload.trace.PackedFormat.ADDRESS_SHIFT;
import static org.polyphony.workload.trace.PackedFormat.DIFFERENCES;
import static org.polyphony.workload.trace.PackedFormat.JUMP;
import static org.polyphony.workload.trace.PackedFormat.MAX_RUN;
import static org.polyphony.workload.trace.PackedFormat.NEW_MASK;
import static org.polyphony.workload.trace.PackedFormat.NO_ADDRESSES;
import static org.polyphony.workload.trace.PackedFormat.RUN;
import static org.polyphony.workload.trace.PackedFormat.STRIDE;

/** Encodes the instructions of one warp as {@link PackedFormat} says, a piece at a time. */
final class WarpEncoder {
  final byte[] bytes = new byte[PackedFormat.PIECE_BYTES + PackedFormat.MAX_INSTRUCTION_BYTES];
  private int length;
  private int previousIndex;
  private int previousMask;
  private int runToken;

  /** Starts a warp. */
  void startWarp() {
    previousIndex = -1;
    previousMask = -1;
    startPiece();
  }

  /** Starts the next piece of the same warp. */
  void startPiece() {
    length = 0;
    runToken = -1;
  }

  int length() {
    return length;
  }

  boolean isFull() {
    return length >= PackedFormat.PIECE_BYTES;
  }

  /** Appends an instruction; {@code lanes} is null when it has no addresses. */
  void add(int index, int mask, long[] lanes) {
    boolean follows = index == previousIndex + 1 && mask == previousMask && lanes == null;
    if (follows) {
      addToRun();
    } else {
      addSingle(index, mask, lanes);
    }
    previousIndex = index;
    previousMask = mask;
  }

  private void addToRun() {
    if (runToken < 0 || (bytes[runToken] & MAX_RUN) == MAX_RUN) {
      runToken = length++;
      bytes[runToken] = (byte) RUN;
    }
    bytes[runToken]++;
  }

  private void addSingle(int index, int mask, long[] lanes) {
    int token = length++;
    int flags = 0;
    if (index != previousIndex + 1) {
      flags |= JUMP;
      long distance = (long) index - previousIndex - 1;
      length = PackedFormat.putVarint(bytes, length, PackedFormat.zigzag(distance));
    }
    if (mask != previousMask) {
      flags |= NEW_MASK;
      PackedFormat.putInt(bytes, length, mask);
      length += 4;
    }
    int kind = lanes == null ? NO_ADDRESSES : addAddresses(mask, lanes);
    bytes[token] = (byte) (flags | (kind << ADDRESS_SHIFT));
    runToken = -1;
  }

  private int addAddresses(int mask, long[] lanes) {
    int first = Integer.numberOfTrailingZeros(mask);
    int others = mask & (mask - 1);
    long stride = others == 0 ? 0 : lanes[Integer.numberOfTrailingZeros(others)] - lanes[first];
    if (stride == (int) stride && isStrided(mask, lanes, stride)) {
      PackedFormat.putLong(bytes, length, lanes[first]);
      PackedFormat.putInt(bytes, length + 8, (int) stride);
      length += 12;
      return STRIDE;
    }
    addDifferences(first, others, lanes);
    return DIFFERENCES;
  }

  private static boolean isStrided(int mask, long[] lanes, long stride) {
    long expected = lanes[Integer.numberOfTrailingZeros(mask)];
    for (int left = mask; left != 0; left &= left - 1) {
      if (lanes[Integer.numberOfTrailingZeros(left)] != expected) {
        return false;
      }
      expected += stride;
    }
    return true;
  }

  private void addDifferences(int first, int others, long[] lanes) {
    int start = length + 2;
    PackedFormat.putLong(bytes, start, lanes[first]);
    length = start + 8;
    long previous = lanes[first];
    for (int left = others; left != 0; left &= left - 1) {
      long address = lanes[Integer.numberOfTrailingZeros(left)];
      length = PackedFormat.putVarint(bytes, length, PackedFormat.zigzag(address - previous));
      previous = address;
    }
    int size = length - start;
    bytes[start - 2] = (byte) size;
    bytes[start - 1] = (byte) (size >> 8);
  }
}
