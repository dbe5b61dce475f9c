package org.polyphony.study.silicon;

import java.util.List;

/**
 * Two kernels measured together on hardware.
 *
 * @param parts of each kernel: its SMs, or its thread blocks per SM
 * @param isOnStreams true for two streams on the whole device, where one kernel uses what the other
 *     leaves
 * @param progress speed of each kernel relative to alone on the whole device
 */
record MeasuredPair(
    List<String> kernels,
    List<Integer> parts,
    boolean isOnStreams,
    List<Double> progress,
    double stp,
    double antt) {
  /** Returns how the kernels share the device. */
  String series() {
    return isOnStreams ? "streams" : parts.get(0) + "/" + parts.get(1);
  }
}
