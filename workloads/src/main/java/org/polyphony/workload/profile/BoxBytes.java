package org.polyphony.workload.profile;

import java.util.IdentityHashMap;
import java.util.List;

/**
 * The bytes of the boxes that bulk loads read, from the bytes that arrived in shared memory.
 *
 * @param bytes of the box of each load, whole rows
 * @param received by all thread blocks
 */
record BoxBytes(IdentityHashMap<SassLine, Long> bytes, double received) {
  static final String MULTICAST = "MULTICAST";

  private static final int ROW_BYTES = Pipeline.ROW_BYTES;
  private static final int ROWS = 8; // that an operand has a multiple of

  /**
   * Finds the boxes of a kernel. What arrived beyond what L2 sent is what multicasts duplicated,
   * and what reads of one GPC were merged.
   *
   * @param loads its bulk loads
   * @param stages filled by all thread blocks
   * @param area rows of one operand times those of the other, in a stage
   */
  static BoxBytes of(KernelProfile profile, List<SassLine> loads, double stages, double area) {
    double arrived = profile.counter(Counter.BULK_LOADED);
    double sent = 32 * profile.counter(Counter.L2_READS);
    double multicasts = 0;
    double singles = 0;
    for (SassLine line : loads) {
      if (line.has(MULTICAST)) {
        multicasts += line.counts().warps();
      } else {
        singles += line.counts().warps();
      }
    }
    int receivers = profile.cluster();
    double guess =
        multicasts == 0 || receivers == 1 ? 0 : (arrived - sent) / (multicasts * (receivers - 1));
    double deliveries = multicasts * receivers;
    double operand = operand(arrived / stages, area, guess * deliveries / stages);
    long multicastBytes =
        Double.isNaN(operand) || singles == 0 || deliveries == 0
            ? ofMulticast(arrived, singles, deliveries, guess)
            : Math.round(operand * stages / deliveries);
    double rest = arrived - multicasts * receivers * multicastBytes;
    long singleBytes = Math.round(rest / Math.max(1, singles));
    IdentityHashMap<SassLine, Long> bytes = new IdentityHashMap<>();
    double received = 0;
    for (SassLine line : loads) {
      boolean isMulticast = line.has(MULTICAST);
      long box = isMulticast ? multicastBytes : singleBytes;
      box = Math.max(ROW_BYTES, box / ROW_BYTES * ROW_BYTES);
      bytes.put(line, box);
      received += (double) box * (isMulticast ? receivers : 1) * line.counts().warps();
    }
    return new BoxBytes(bytes, received);
  }

  /**
   * Returns the bytes of an operand in a stage, the one of two that is nearer to a guess, from
   * their sum and what is multiplied: a sum and a product tell two numbers. NaN if these are no
   * whole rows.
   */
  private static double operand(double stageBytes, double area, double guess) {
    double rows = stageBytes / ROW_BYTES;
    double apart = Math.sqrt(rows * rows - 4 * area);
    double few = (rows - apart) / 2;
    double more = (rows + apart) / 2;
    boolean areWhole = Math.abs(few / ROWS - Math.rint(few / ROWS)) < 0.02;
    double nearer =
        Math.abs(Math.log(few * ROW_BYTES / guess)) < Math.abs(Math.log(more * ROW_BYTES / guess))
            ? few
            : more;
    return areWhole ? nearer * ROW_BYTES : Double.NaN;
  }

  /**
   * Boxes are 2 or 3 times a power of two, so that few sizes add up to what arrived; among these it
   * is the one nearest to what L2 did not send again.
   */
  private static long ofMulticast(double arrived, double singles, double deliveries, double guess) {
    if (deliveries == 0) {
      return 0;
    }
    if (singles == 0) {
      return Math.round(arrived / deliveries);
    }
    long best = Math.round(guess / ROW_BYTES) * ROW_BYTES;
    double least = Double.MAX_VALUE;
    for (long size = 1024; size <= 65536; size *= 2) {
      for (long bytes : new long[] {size, size * 3 / 2}) {
        double single = (arrived - deliveries * bytes) / singles;
        boolean fits = single >= 1024 && Math.abs(single / 512 - Math.rint(single / 512)) < 0.02;
        double distance = Math.abs(Math.log(bytes / Math.max(1, guess)));
        if (fits && distance < least) {
          least = distance;
          best = bytes;
        }
      }
    }
    return best;
  }

  long of(SassLine load) {
    return bytes.get(load);
  }
}
