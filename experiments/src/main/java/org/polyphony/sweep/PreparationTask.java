package org.polyphony.sweep;

import org.polyphony.run.Progress;
import org.polyphony.run.StopFlag;

/** A preparation as a task of a batch. One that fails is left to the runs, which say why. */
record PreparationTask(RunKind.Preparation preparation, StopFlag stop) implements Batch.Task {
  @Override
  public void run(Progress progress) {
    preparation.make(progress, stop);
  }

  @Override
  public void failed(RuntimeException cause) {}

  @Override
  public boolean isRun() {
    return false;
  }
}
