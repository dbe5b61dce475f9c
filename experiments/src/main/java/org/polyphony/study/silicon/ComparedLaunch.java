package org.polyphony.study.silicon;

import org.polyphony.simulation.RunResult;
import org.polyphony.study.ErrorStatistics.Pair;

/**
 * One kernel launch on our device, caches cold, and on hardware.
 *
 * @param application it belongs to
 * @param index of the launch in the application, from 0
 * @param ours our run of it
 * @param measured the hardware's counters
 */
record ComparedLaunch(String application, int index, RunResult ours, MeasuredFile.Launch measured) {
  /** Returns SM cycles. */
  Pair cycles() {
    return new Pair(label(), ours.cycles(), measured.cycles());
  }

  String label() {
    return application + "[" + index + "] " + measured.name();
  }
}
