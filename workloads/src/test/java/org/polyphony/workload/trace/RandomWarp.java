package org.polyphony.workload.trace;

import java.util.Arrays;
import java.util.Random;

/** A warp of random instructions: loads with strided or scattered addresses, and others. */
final class RandomWarp {
  private static final int STRIDED = 0;
  private static final int SCATTERED = 1;

  final int[] pcs;
  final int[] masks;

  /** Addresses per instruction; null where it has none. */
  final long[][] lanes;

  RandomWarp(Random random, int length) {
    pcs = new int[length];
    masks = new int[length];
    lanes = new long[length][];
    int mask = -1;
    for (int i = 0; i < length; i++) {
      mask = random.nextInt(4) == 0 ? random.nextInt() : mask;
      masks[i] = mask;
      int kind = random.nextInt(6);
      pcs[i] = 16 * (kind * 8 + random.nextInt(8));
      lanes[i] = kind > SCATTERED || mask == 0 ? null : addresses(random, kind);
    }
  }

  private static long[] addresses(Random random, int kind) {
    long[] addresses = new long[32];
    long base = random.nextLong() >>> 17;
    long stride = random.nextInt(9) * 4L - 16;
    for (int lane = 0; lane < 32; lane++) {
      addresses[lane] = kind == STRIDED ? base + lane * stride : random.nextLong();
    }
    return addresses;
  }

  String[] lines() {
    String[] lines = new String[pcs.length];
    Arrays.setAll(lines, this::line);
    return lines;
  }

  private String line(int i) {
    boolean load = pcs[i] < 16 * 16;
    StringBuilder line = new StringBuilder(String.format("%04x %08x ", pcs[i], masks[i]));
    line.append(load ? "1 R2 LDG.E 1 R4 4 0" : "1 R2 IADD3 1 R4 0");
    for (int lane = 0; lane < 32 && lanes[i] != null; lane++) {
      if ((masks[i] >>> lane & 1) != 0) {
        line.append(String.format(" 0x%x", lanes[i][lane]));
      }
    }
    return line.append(" 0").toString();
  }
}
