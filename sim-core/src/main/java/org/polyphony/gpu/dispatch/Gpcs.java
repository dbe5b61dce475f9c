package org.polyphony.gpu.dispatch;

import java.util.List;

/**
 * The graphics processing clusters (GPCs) of a device: neighboring SMs, numbered GPC by GPC. SMs
 * beyond the sizes given form one more, and a device with fewer SMs ends within one.
 */
public final class Gpcs {
  private final int[] firstSm; // by SM
  private final int[] endSm; // by SM

  public Gpcs(int sms, List<Integer> sizes) {
    firstSm = new int[sms];
    endSm = new int[sms];
    int begin = 0;
    for (int gpc = 0; begin < sms; gpc++) {
      int end = gpc < sizes.size() ? Math.min(sms, begin + sizes.get(gpc)) : sms;
      for (int sm = begin; sm < end; sm++) {
        firstSm[sm] = begin;
        endSm[sm] = end;
      }
      begin = end;
    }
  }

  /**
   * Returns some SMs in the order in which they take turns.
   *
   * @param end the SM after the last
   * @param acrossGpcs whether one of each GPC comes after another, as on an NVIDIA H200
   */
  int[] inTurn(int first, int end, boolean acrossGpcs) {
    int[] order = new int[end - first];
    int count = 0;
    for (int rank = 0; count < order.length; rank++) {
      for (int sm = first; sm < end; sm++) {
        if (!acrossGpcs || sm - Math.max(first, firstSm[sm]) == rank) {
          order[count++] = sm;
        }
      }
    }
    return order;
  }

  /** Returns the first SM of the GPC of an SM. */
  public int firstSm(int sm) {
    return firstSm[sm];
  }

  /** Returns the SM after the last one of the GPC of an SM. */
  int endSm(int sm) {
    return endSm[sm];
  }
}
