package org.polyphony.gpu;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.polyphony.gpu.dispatch.ThreadBlockPort;

/** SMs that write down what the thread-block scheduler tells them. */
public final class RecordingSms implements ThreadBlockPort {
  /** What every thread block has issued. */
  public static final long ISSUED = 7;

  /** Core cycles that every context takes to come back. */
  public static final long RESTORED = 20;

  private final List<String> log = new ArrayList<>();
  private final Set<Integer> resumed = new HashSet<>(); // SM and slot

  public String log() {
    return String.join(" ", log);
  }

  public void clear() {
    log.clear();
  }

  @Override
  public void launch(long cycle, int sm, int tbSlot, int kernel, long threadBlock) {
    resumed.remove(sm * 100 + tbSlot);
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
    resumed.add(sm * 100 + tbSlot);
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

  @Override
  public long restoreCycles(int sm, int tbSlot) {
    return resumed.contains(sm * 100 + tbSlot) ? RESTORED : 0;
  }
}
