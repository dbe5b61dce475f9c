package org.polyphony.study.silicon;

import java.util.List;

/**
 * Two kernels measured together on hardware.
 *
 * @param parts of each: its SMs, or its thread blocks on every SM
 * @param isOnStreams true on two streams of the whole device: what one leaves, the other gets
 * @param progress speed of each over its speed alone on all of the device
 */
record MeasuredPair(
    List<String> kernels,
    List<Integer> parts,
    boolean isOnStreams,
    List<Double> progress,
    double stp,
    double antt) {
  /** Returns how they share the device. */
  String series() {
    return isOnStreams ? "streams" : parts.get(0) + "/" + parts.get(1);
  }
}
