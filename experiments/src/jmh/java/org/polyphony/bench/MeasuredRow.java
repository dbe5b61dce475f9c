package org.polyphony.bench;

/**
 * One workload of the page on performance.
 *
 * @param group of the workloads that are added up: traces, or a category of pairs
 * @param name of the trace or the pair
 * @param policy that shares the device
 * @param speed measured
 */
record MeasuredRow(String group, String name, String policy, MeasuredSpeed speed) {
  static final String TRACES = "traces";
}
