package org.polyphony.run;

import org.polyphony.gpu.kernel.Workload;

/**
 * A workload whose host program runs several times, once after another.
 *
 * @param once what is repeated
 * @param times at least 1
 */
record Repeated(Workload once, int times) implements Workload {
  @Override
  public String name() {
    return once.name();
  }

  @Override
  public int steps() {
    return Math.multiplyExact(times, once.steps());
  }

  @Override
  public Step step(int index) {
    return once.step(index % once.steps());
  }
}
