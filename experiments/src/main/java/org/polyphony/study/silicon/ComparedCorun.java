package org.polyphony.study.silicon;

import java.util.List;
import org.polyphony.study.ErrorStatistics.Pair;

/**
 * Two kernels at once, on our device and on hardware.
 *
 * @param measured on hardware
 * @param ours progress of each kernel on our device
 * @param run that shows it
 */
record ComparedCorun(MeasuredPair measured, List<Double> ours, CorunRun run) {
  String label() {
    return String.join("/", measured.kernels());
  }

  /** Returns how they share the device. */
  String series() {
    return measured.series();
  }

  /** Returns system throughput: the sum of progress. */
  Pair stp() {
    return new Pair(name(), ours.get(0) + ours.get(1), measured.stp());
  }

  /** Returns average normalized turnaround time: the mean of the inverses. */
  Pair antt() {
    return new Pair(name(), (1 / ours.get(0) + 1 / ours.get(1)) / 2, measured.antt());
  }

  List<Pair> progress() {
    return List.of(
        new Pair(name() + ", first", ours.get(0), theirs().get(0)),
        new Pair(name() + ", second", ours.get(1), theirs().get(1)));
  }

  List<Double> theirs() {
    return measured.progress();
  }

  private String name() {
    return label() + " " + series();
  }
}
