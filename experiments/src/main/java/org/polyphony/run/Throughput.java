package org.polyphony.run;

/** Throughput and turnaround of a shared run. Source: Eyerman and Eeckhout, IEEE Micro 2008. */
final class Throughput {
  private Throughput() {}

  static double stp(double[] normalizedProgress) {
    double sum = 0;
    for (double progress : normalizedProgress) {
      sum += progress;
    }
    return sum;
  }

  static double antt(double[] normalizedProgress) {
    double sum = 0;
    for (double progress : normalizedProgress) {
      sum += 1 / progress;
    }
    return sum / normalizedProgress.length;
  }
}
