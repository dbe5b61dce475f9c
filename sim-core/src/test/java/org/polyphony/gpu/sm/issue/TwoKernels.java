package org.polyphony.gpu.sm.issue;

import java.util.List;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.gpu.sm.warp.Warps;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.warp.WarpSchedulers;

/**
 * Two kernels on an SM with one scheduler: processes 0 and 1, rows 2 and 5, two warps each. The
 * first has a thread block of two warps, the second two of one.
 */
public final class TwoKernels {
  public static final long FIRST = 0b0011;
  public static final long SECOND = 0b1100;

  public final WarpTable table = new WarpTable(Warps.SM.warps(), Ports.count(Warps.SM), true, 1);
  final KernelPriority priority;

  /** Issue rates alone, of a million, may follow. */
  public TwoKernels(String between, Integer... aloneIssue) {
    WarpScheduling scheduling = WarpSchedulers.scheduling("gto", between, List.of(aloneIssue));
    priority = new KernelPriority(scheduling, 1, table);
    KernelProgram first = program(2, 0, 64);
    KernelProgram second = program(5, 1, 32);
    launch(first, 0, 0, 0);
    launch(first, 0, 1, 1);
    launch(second, 1, 2, 0);
    launch(second, 2, 3, 0);
  }

  private static KernelProgram program(int row, int process, int threads) {
    Script script = new Script("k").op(OpClass.INT, 1, 1).times(9).grid(8, threads);
    return new KernelProgram(row, process, 0, 0, script.build(), 8, new SmallGpu().config());
  }

  private void launch(KernelProgram program, int tbSlot, int warp, int indexInBlock) {
    program.stream.begin(tbSlot, 0);
    priority.launched(program.row, warp);
    table.launch(warp, program, tbSlot, tbSlot, indexInBlock);
  }

  /** Chooses the warps that the only scheduler may issue from. */
  public long choose(long ready) {
    return priority.choose(0, ready);
  }

  /** Lets the kernel in a row issue. */
  public void issued(int row) {
    priority.issued(0, row);
  }

  /** Lets warps go before all others. */
  public void prefer(long warps) {
    priority.prefer(warps, true);
  }

  /** Takes a warp of the kernel in a row away. */
  public void removed(int row, int warp) {
    priority.removed(row, warp);
  }

  /** Brings a warp of the kernel in a row back. */
  public void launched(int row, int warp) {
    priority.launched(row, warp);
  }
}
