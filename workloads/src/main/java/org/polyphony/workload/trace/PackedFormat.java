package org.polyphony.workload.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The packed form of one kernel's trace, version {@value #VERSION}; all numbers little-endian.
 *
 * <pre>
 * file    = MAGIC version(4) frame* footer footerOffset(8) footerBytes(4) footerRawBytes(4) MAGIC
 * frame   = a zstd frame with checksum: the head of a thread block, or a tail of one of its warps
 * head    = per warp: headBytes(4) tailCount(4)
 *           per warp, per tail: offset(8) bytes(4) rawBytes(4)
 *           per warp: its first instructions, at most about PIECE_BYTES
 * tail    = the next instructions of one warp, at most about PIECE_BYTES
 * footer  = a zstd frame; see PackedFooter
 * </pre>
 *
 * <p>Instructions of a warp are tokens of one byte, which decode against the instruction before (at
 * first: static index -1, all lanes active):
 *
 * <pre>
 * 1nnnnnnn  n (1 to 127) times: the next static index, the same mask, no addresses
 * 0000aamj  one instruction: j = 1: static index is 1 + the one before + a zigzag varint, else 1 +
 *           the one before; m = 1: a mask(4) follows, else the same mask; aa: addresses
 * aa = 0    none
 * aa = 1    base(8) stride(4): the active lanes, lowest first
 * aa = 2    bytes(2) base(8), then per further active lane a zigzag varint, the difference to the
 *           lane before; bytes counts what follows it
 * </pre>
 */
final class PackedFormat {
  static final int VERSION = 4;
  static final String EXTENSION = ".ptrace";
  static final byte[] MAGIC = {(byte) 0x89, 'P', 'T', 'R', 'A', 'C', 'E', '\n'};
  static final int HEAD_BYTES = MAGIC.length + 4;
  static final int TRAILER_BYTES = 16 + MAGIC.length;

  /** Raw bytes after which a warp's instructions continue in another frame. */
  static final int PIECE_BYTES = 1 << 15;

  /** No instruction takes more: token, index, mask, and a base with 31 differences. */
  static final int MAX_INSTRUCTION_BYTES = 1 + 5 + 4 + 10 + 31 * 10;

  static final int RUN = 0x80;
  static final int MAX_RUN = 0x7F;
  static final int JUMP = 1;
  static final int NEW_MASK = 2;
  static final int ADDRESS_SHIFT = 2;
  static final int NO_ADDRESSES = 0;
  static final int STRIDE = 1;
  static final int DIFFERENCES = 2;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private PackedFormat() {}

  /** By hand: a view of the array allocates on some JDKs. */
  static long getLong(byte[] bytes, int at) {
    return (getInt(bytes, at) & 0xFFFFFFFFL) | (long) getInt(bytes, at + 4) << 32;
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONGS.set(bytes, at, value);
  }

  static int getInt(byte[] bytes, int at) {
    return (bytes[at] & 0xFF)
        | (bytes[at + 1] & 0xFF) << 8
        | (bytes[at + 2] & 0xFF) << 16
        | bytes[at + 3] << 24;
  }

  static void putInt(byte[] bytes, int at, int value) {
    INTS.set(bytes, at, value);
  }

  static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  static long unzigzag(long value) {
    return (value >>> 1) ^ -(value & 1);
  }

  /** Writes an unsigned varint and returns the position behind it. */
  static int putVarint(byte[] bytes, int at, long value) {
    long left = value;
    int position = at;
    while ((left & ~0x7FL) != 0) {
      bytes[position++] = (byte) (left | 0x80);
      left >>>= 7;
    }
    bytes[position++] = (byte) left;
    return position;
  }
}
