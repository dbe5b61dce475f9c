package org.polyphony.gpu;

import java.util.ArrayList;
import java.util.List;

/** SMs that write down what the thread-block scheduler tells them. */
final class RecordingSms implements ThreadBlockPort {
  /** What every thread block has issued. */
  static final long ISSUED = 7;

  private final List<String> log = new ArrayList<>();

  String log() {
    return String.join(" ", log);
  }

  void clear() {
    log.clear();
  }

  @Override
  public void launch(long cycle, int sm, int tbSlot, int kernel, long threadBlock) {
    log.add(String.format("%d:sm%d.%d=k%d/%d", cycle, sm, tbSlot, kernel, threadBlock));
  }

  @Override
  public void drop(long cycle, int sm, int tbSlot) {
    log.add(String.format("%d:drop sm%d.%d", cycle, sm, tbSlot));
  }

  @Override
  public void prefer(long cycle, int sm, int tbSlot, boolean first) {
    log.add(String.format("%d:%s sm%d.%d", cycle, first ? "prefer" : "keep", sm, tbSlot));
  }

  @Override
  public void suspend(long cycle, int sm, int tbSlot, boolean movesContext) {
    log.add(String.format("%d:suspend sm%d.%d", cycle, sm, tbSlot));
  }

  @Override
  public void resume(
      long cycle, int sm, int tbSlot, int kernel, long threadBlock, boolean movesContext) {
    log.add(String.format("%d:resume sm%d.%d=k%d/%d", cycle, sm, tbSlot, kernel, threadBlock));
  }

  @Override
  public boolean mayRunAgain(int sm, int tbSlot) {
    return true;
  }

  @Override
  public long issuedBy(int sm, int tbSlot) {
    return ISSUED;
  }
}
