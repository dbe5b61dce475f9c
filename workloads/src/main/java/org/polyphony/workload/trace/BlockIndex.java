package org.polyphony.workload.trace;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Where frames are in a packed file, the head frames of thread blocks or the tails of a warp: one
 * array per field.
 */
final class BlockIndex {
  private static final int ENTRY_BYTES = 16;

  private long[] offsets;
  private int[] bytes;
  private int[] rawBytes;
  private int size;

  BlockIndex() {
    this(64);
  }

  private BlockIndex(int capacity) {
    offsets = new long[capacity];
    bytes = new int[capacity];
    rawBytes = new int[capacity];
  }

  void add(long offset, int compressed, int raw) {
    if (size == offsets.length) {
      offsets = Arrays.copyOf(offsets, size * 2);
      bytes = Arrays.copyOf(bytes, size * 2);
      rawBytes = Arrays.copyOf(rawBytes, size * 2);
    }
    offsets[size] = offset;
    bytes[size] = compressed;
    rawBytes[size++] = raw;
  }

  void clear() {
    size = 0;
  }

  /** Returns the length of the longest frame once decompressed. */
  int maxRawBytes() {
    int most = 0;
    for (int i = 0; i < size; i++) {
      most = Math.max(most, rawBytes[i]);
    }
    return most;
  }

  int size() {
    return size;
  }

  long offset(int frame) {
    return offsets[frame];
  }

  int bytes(int frame) {
    return bytes[frame];
  }

  int rawBytes(int frame) {
    return rawBytes[frame];
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(size);
    for (int i = 0; i < size; i++) {
      out.writeLong(offsets[i]);
      out.writeInt(bytes[i]);
      out.writeInt(rawBytes[i]);
    }
  }

  /** Returns whether there are frames, each within the file, of a length that heads can have. */
  boolean isWithin(long fileBytes, int warps) {
    long mostRaw =
        2 * fileBytes // where tails are
            + (long) warps * (8 + PackedFormat.PIECE_BYTES + PackedFormat.MAX_INSTRUCTION_BYTES);
    boolean isWithin = size > 0;
    for (int i = 0; i < size && isWithin; i++) {
      isWithin =
          offsets[i] >= 0
              && bytes[i] > 0
              && offsets[i] <= fileBytes - bytes[i]
              && rawBytes[i] >= warps * 8
              && rawBytes[i] <= mostRaw;
    }
    return isWithin;
  }

  static BlockIndex read(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > in.available() / ENTRY_BYTES) {
      throw new IOException("impossible number of frames: " + count);
    }
    BlockIndex index = new BlockIndex(Math.max(1, count));
    for (int i = 0; i < count; i++) {
      index.add(in.readLong(), in.readInt(), in.readInt());
    }
    return index;
  }
}
