package org.polyphony.figure.hardware;

import org.polyphony.figure.ErrorStatistics.Pair;
import org.polyphony.run.RunResult;

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

  /** Returns application, launch and kernel. */
  String label() {
    return application + "[" + index + "] " + measured.name();
  }
}
