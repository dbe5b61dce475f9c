package org.polyphony.results.store;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A workload that runs alone.
 *
 * @param cycles core cycles of the first round, at least 1
 * @param warpInstructions warp instructions of that round
 * @param threadInstructions thread instructions of that round
 * @param finished false if the instruction budget ended it
 * @param laterCycles core cycles of a round that follows another, which finds caches warm; 0 if
 *     none was needed
 */
public record AloneRun(
    long cycles,
    long warpInstructions,
    long threadInstructions,
    boolean finished,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long laterCycles) {
  /** Makes a run of one round. */
  public AloneRun(long cycles, long warpInstructions, long threadInstructions, boolean finished) {
    this(cycles, warpInstructions, threadInstructions, finished, 0);
  }

  /** Returns this run with a round that followed. */
  public AloneRun withLater(long roundCycles) {
    return new AloneRun(cycles, warpInstructions, threadInstructions, finished, roundCycles);
  }

  /**
   * Returns this run in cycles of another clock.
   *
   * @param clock frequency of the other over that of this run's device
   */
  public AloneRun at(double clock) {
    return new AloneRun(
        Math.round(cycles * clock),
        warpInstructions,
        threadInstructions,
        finished,
        Math.round(laterCycles * clock));
  }

  /** Returns the core cycles of a round, 0 for the first. */
  public long cyclesOf(long round) {
    return round == 0 || laterCycles == 0 ? cycles : laterCycles;
  }

  /** Returns thread instructions per core cycle of the first round. */
  public double ipc() {
    return ipc(threadInstructions);
  }

  /**
   * Returns thread instructions per core cycle of round after round.
   *
   * @param work thread instructions in all, above 0
   */
  public double ipc(long work) {
    double later = Math.max(0, work - threadInstructions);
    double first = work - later;
    return work / ((first * cycles + later * cyclesOf(1)) / threadInstructions);
  }
}
