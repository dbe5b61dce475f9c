package org.polyphony.workload.profile;

import java.util.ArrayList;
import java.util.List;

/** Writes known functions of the thread as expressions of the model language. */
final class ThreadFunction {
  private ThreadFunction() {}

  /**
   * Returns an expression for a number by thread: the first one plus a multiple of each bit of the
   * thread's index, neighboring bits taken together.
   *
   * @return null if the bits do not add up to it
   */
  static String expression(long[] values) {
    int bits = 32 - Integer.numberOfLeadingZeros(Math.max(0, values.length - 1));
    long[] factors = new long[bits];
    for (int b = 0; b < bits; b++) {
      factors[b] = values[1 << b] - values[0];
    }
    for (int t = 0; t < values.length; t++) {
      long sum = values[0];
      for (int b = 0; b < bits; b++) {
        sum += ((t >> b) & 1) * factors[b];
      }
      if (sum != values[t]) {
        return null;
      }
    }
    List<String> terms = new ArrayList<>();
    for (int b = 0; b < bits; ) {
      int end = b + 1;
      while (end < bits && factors[end] == factors[b] << (end - b)) {
        end++;
      }
      if (factors[b] != 0) {
        terms.add(term(b, end, bits, factors[b]));
      }
      b = end;
    }
    if (values[0] != 0) {
      terms.add(Long.toString(values[0]));
    }
    return terms.isEmpty() ? "0" : String.join(" + ", terms);
  }

  private static String term(int from, int to, int bits, long factor) {
    String shifted = from == 0 ? "thread" : "(thread >> " + from + ")";
    String masked = to == bits ? shifted : "(" + shifted + " & " + ((1 << (to - from)) - 1) + ")";
    return factor == 1 ? masked : masked + " * " + factor;
  }

  /**
   * Returns a condition that holds for a set of threads.
   *
   * @return null if no simple one does
   */
  static String condition(boolean[] holds) {
    int count = 0;
    for (boolean each : holds) {
      count += each ? 1 : 0;
    }
    if (count == 0 || count == holds.length) {
      return count == 0 ? "0" : "1";
    }
    String threads = period(holds, holds.length, "thread");
    String lanes = threads != null ? threads : period(holds, 32, "lane");
    return lanes != null ? lanes : period(holds, 128, "thread % 128");
  }

  private static String range(String variable, int first, int last, int most) {
    if (first == last) {
      return variable + " == " + first;
    }
    if (first == 0) {
      return variable + " < " + (last + 1);
    }
    String from = variable + " >= " + first;
    return last == most ? from : from + " && " + variable + " <= " + last;
  }

  private static String period(boolean[] holds, int period, String variable) {
    int first = -1;
    int last = -1;
    int count = 0;
    for (int t = 0; t < holds.length; t++) {
      if (holds[t] != holds[t % period]) {
        return null;
      }
      if (t < period && holds[t]) {
        count++;
        first = first < 0 ? t : first;
        last = t;
      }
    }
    return last - first + 1 == count ? range(variable, first, last, period - 1) : null;
  }
}
