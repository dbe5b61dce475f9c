package org.polyphony.gpu.dispatch;

import java.util.List;

/**
 * The graphics processing clusters (GPCs) of a device: neighboring SMs, numbered GPC by GPC. SMs
 * beyond the sizes given form one more, and a device with fewer SMs ends within one.
 */
final class Gpcs {
  private final int[] firstSm; // by SM
  private final int[] endSm; // by SM

  Gpcs(int sms, List<Integer> sizes) {
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

  /** Returns the first SM of the GPC of an SM. */
  int firstSm(int sm) {
    return firstSm[sm];
  }

  /** Returns the SM after the last one of the GPC of an SM. */
  int endSm(int sm) {
    return endSm[sm];
  }
}
