package org.polyphony.gpu.mem;

/**
 * A packet in the crossbar, as one long: a request, the output it is destined for, its bytes, and
 * whether it follows the packet before it.
 */
final class Packet {
  private static final long FOLLOWS = 1L << 31;

  private Packet() {}

  /** Returns a packet; the output and the bytes are below 65,536. */
  static long of(int request, int output, int bytes) {
    return ((output | ((long) bytes << 16)) << 32) | request;
  }

  /** Returns the packet that crosses directly behind the one that its input sent before. */
  static long following(long packet) {
    return packet | FOLLOWS;
  }

  static boolean follows(long packet) {
    return (packet & FOLLOWS) != 0;
  }

  static int request(long packet) {
    return (int) (packet & ~FOLLOWS);
  }

  static int output(long packet) {
    return (int) (packet >>> 32) & 0xffff;
  }

  static int bytes(long packet) {
    return (int) (packet >>> 48);
  }
}
