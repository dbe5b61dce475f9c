package org.polyphony.gpu.sm.issue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.queue.TimerWheel;
import org.polyphony.gpu.sm.async.AsyncUnit;
import org.polyphony.gpu.sm.execution.ExecutionUnits;
import org.polyphony.gpu.sm.execution.InFlight;
import org.polyphony.gpu.sm.execution.SharedBanks;
import org.polyphony.gpu.sm.memory.AccessBuffers;
import org.polyphony.gpu.sm.memory.LoadTable;
import org.polyphony.gpu.sm.memory.SmTables;
import org.polyphony.gpu.sm.warp.Barriers;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.gpu.sm.warp.Warps;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.warp.WarpSchedulers;

/** Two schedulers; the first goes first in even cycles and has the even warps. */
class IssueStageTest {
  /** An issue stage with the warps of thread blocks of one kernel, all fetched. */
  private static final class Bench {
    final WarpTable warps = new WarpTable(16, Ports.count(Warps.SM), true, 1);
    final InFlight instructions = new InFlight(256);
    final AccessBuffers buffers = new AccessBuffers(64);
    final LoadTable loads = new LoadTable();
    final TimerWheel results = new TimerWheel(1024, 256);
    final ProcessCounts progress = new ProcessCounts(1, 1, 1);
    final ExecutionUnits units;
    final IssueStage stage;

    Bench(SmallGpu device, Script script, int blocks, int warpsPerBlock) {
      GpuConfig config = device.sms(1).config();
      units =
          new ExecutionUnits(config.sm(), Copies.NONE, instructions, results, new SharedBanks(1));
      progress.rowTaken(0, 0);
      SmTables state = new SmTables(warps, instructions, buffers, loads, new SharedBanks(1));
      Barriers barriers = new Barriers(8, warps, false);
      WarpScheduling scheduling = WarpSchedulers.scheduling("gto", "none");
      AsyncUnit async = new AsyncUnit(0, config, null, null, warps, state.banks());
      stage =
          new IssueStage(
              0, config, Copies.NONE, scheduling, state, units, barriers, async, progress);
      script.grid(blocks, 32 * warpsPerBlock);
      KernelProgram program = new KernelProgram(0, 0, 0, 0, script.build(), 8, config);
      for (int b = 0; b < blocks; b++) {
        program.begin(b);
        stage.counts().launched(b);
        barriers.launch(b, ((1L << warpsPerBlock) - 1) << (b * warpsPerBlock));
        for (int w = 0; w < warpsPerBlock; w++) {
          int warp = b * warpsPerBlock + w;
          warps.launch(warp, program, b, b, w);
          stage.warpArrived(warps.at(warp));
          warps.fetched(warps.at(warp), 2);
        }
      }
    }

    /** Issues for a cycle; returns the warps that did, bit w for warp w. */
    long issue(long cycle) {
      long before = inFlightOnce();
      stage.tick(cycle);
      return inFlightOnce() & ~before;
    }

    /** Lets pipes take what waits, then issues. */
    void tick(long cycle) {
      units.tick(cycle);
      stage.tick(cycle);
    }

    private long inFlightOnce() {
      long found = 0;
      for (int w = 0; w < 16; w++) {
        found |= warps.at(w).inFlight() > 0 ? 1L << w : 0;
      }
      return found;
    }
  }

  private static Script independent(OpClass opClass) {
    return new Script("ops").op(opClass, 1, 30).op(opClass, 2, 30).op(opClass, 3, 30);
  }

  @Test
  void issuesOneInstructionForEachSchedulerFromWarpsOfItsOwn() {
    Bench bench = new Bench(new SmallGpu(), independent(OpClass.INT), 1, 4);

    assertEquals(0b0011, bench.issue(0)); // the oldest of the warps 0 and 2, and of 1 and 3

    assertEquals(2, bench.stage.counts().issued());
    assertEquals(2, bench.stage.slots().charged(StallCause.ISSUED));
  }

  /** One FP64 unit serves both schedulers, and takes an instruction in 8 cycles. */
  @Test
  void bothSchedulersIssueToAUnitThatTheyShareAndOneWaitsInFrontOfIt() {
    Bench bench = new Bench(new SmallGpu(), independent(OpClass.FP64), 1, 2);

    assertEquals(0b11, bench.issue(0));
    bench.tick(1);

    assertEquals(3, bench.stage.counts().issued()); // the first, which went in, once more
    assertEquals(1, bench.stage.slots().charged(StallCause.PIPE_BUSY)); // the second, in cycle 1
  }

  /** The unit is free in every eighth cycle, in which scheduler 0 always goes first. */
  @Test
  void schedulersTakeTurnsAtABusyUnitThatTheyShare() {
    Script script = new Script("long");
    for (int i = 0; i < 16; i++) {
      script.op(OpClass.FP64, 1 + i, 30);
    }
    Bench bench = new Bench(new SmallGpu(), script, 1, 2);

    for (int cycle = 0; cycle < 8 * 6; cycle++) {
      bench.tick(cycle);
    }

    assertEquals(6 + 2, bench.stage.counts().issued()); // six went in, two wait
    assertEquals(4, bench.warps.at(0).inFlight());
    assertEquals(4, bench.warps.at(1).inFlight());
  }

  @Test
  void aSharedUnitTakesWhatWaitsInTheCycleInWhichItIsFreeAndNotOneEarlier() {
    Bench bench = new Bench(new SmallGpu(), independent(OpClass.FP64), 1, 1);
    bench.tick(0);
    bench.tick(1); // waits

    assertFalse(bench.units.tick(7));
    assertFalse(bench.stage.tick(7)); // closed: no warp could issue
    assertTrue(bench.units.tick(8));
    assertTrue(bench.stage.tick(8));

    assertEquals(3, bench.stage.counts().issued());
  }

  @Test
  void issuesNothingOfAWarpForTheCyclesOfItsStallCount() {
    Script script = new Script("stall").op(OpClass.INT, 1, 30).stall(3, false);
    Bench bench = new Bench(new SmallGpu(), script.op(OpClass.SFU, 2, 30), 1, 1);

    bench.stage.tick(0);
    assertFalse(bench.stage.tick(1));
    assertFalse(bench.stage.tick(2));
    assertEquals(3, bench.stage.nextRelease());
    assertTrue(bench.stage.tick(3));

    assertEquals(2, bench.stage.counts().issued());
  }

  @Test
  void issuesTheNextInstructionOfTheSameWarpToAnotherPipe() {
    Script script = new Script("pair").op(OpClass.INT, 1, 30).op(OpClass.SFU, 2, 30);
    Bench bench = new Bench(new SmallGpu().issueWidth(2), script, 1, 1);

    bench.stage.tick(0);

    assertEquals(2, bench.stage.counts().issued());
    assertEquals(2, bench.warps.at(0).inFlight());
    assertEquals(1, bench.stage.slots().charged(StallCause.ISSUED)); // a slot is one all the same
  }

  @ParameterizedTest
  @CsvSource({"INT, 30", "SFU, 1"}) // the same pipe; another, but it reads what the first writes
  void neverIssuesASecondInstructionToTheSamePipeOrThatDepends(OpClass second, int source) {
    Script script = new Script("pair").op(OpClass.INT, 1, 30).op(second, 2, source);
    Bench bench = new Bench(new SmallGpu().issueWidth(2), script, 1, 1);

    bench.stage.tick(0);

    assertEquals(1, bench.stage.counts().issued());
  }

  /** Warp 0 waits at the barrier, at which warp 1 arrives in a cycle after one of its own. */
  private static Bench barrier(long firstCycle) {
    Script script =
        new Script("barrier")
            .op(OpClass.INT, 1, 30)
            .fromWarp(1)
            .control(OpClass.BARRIER)
            .op(OpClass.INT, 2, 30);
    Bench bench = new Bench(new SmallGpu(), script, 1, 2);
    bench.stage.tick(firstCycle); // warp 0: the barrier; warp 1: its own
    bench.stage.tick(firstCycle + 1); // warp 1: the barrier
    return bench;
  }

  /** In cycle 1 the scheduler of warp 1 goes first, in cycle 2 that of warp 0, which has been. */
  @ParameterizedTest
  @CsvSource({"0, 4, 6", "1, 3, 5"})
  void issuesFromAWarpThatABarrierLetsGoIfItsSchedulerIsStillToCome(
      long firstCycle, int issued, int later) {
    Bench bench = barrier(firstCycle);
    assertEquals(issued, bench.stage.counts().issued());

    bench.stage.tick(3);

    assertEquals(later, bench.stage.counts().issued());
  }

  @Test
  void countsTheInstructionsAndLanesOfEachThreadBlockAndTakesThemBackWhenItIsDropped() {
    Bench bench = new Bench(new SmallGpu(), independent(OpClass.INT).lanes(0b111), 2, 1);
    for (int cycle = 0; cycle < 3; cycle++) {
      bench.stage.tick(cycle);
    }
    assertEquals(3, bench.stage.counts().issuedBy(0));
    assertEquals(32 + 32 + 3, bench.stage.counts().lanesIssuedBy(1));
    assertEquals(2 * (32 + 32 + 3), bench.progress.threadInstructions(0, 0));

    bench.stage.counts().dropped(1, 0);
    bench.stage.counts().launched(1);

    assertEquals(6, bench.progress.warpInstructions(0));
    assertEquals(3, bench.progress.lastingWarpInstructions(0));
    assertEquals(32 + 32 + 3, bench.progress.lastingThreadInstructions(0));
    assertEquals(0, bench.stage.counts().issuedBy(1));
    assertEquals(3, bench.stage.counts().issuedBy(0));
  }

  @Test
  void onlyLoadsWaitInTheTableOfLoads() {
    Script script =
        new Script("memory")
            .load(MemorySpace.GLOBAL, 1, 30, Lanes.strided(0, 4))
            .store(MemorySpace.GLOBAL, 1, Lanes.strided(0, 32))
            .load(MemorySpace.SHARED, 2, 30, Lanes.strided(0, 4));
    Bench bench = new Bench(new SmallGpu(), script, 1, 1);

    bench.stage.tick(0);
    assertEquals(1, bench.loads.size());
    InFlight.Issued load = bench.instructions.at(bench.units.pipes(0).takeMemory());
    bench.warps.completed(load.warp(), load.instruction());
    bench.stage.tick(1);
    bench.units.pipes(0).takeMemory();
    bench.stage.tick(2);

    assertEquals(1, bench.loads.size()); // neither stores nor shared memory
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "1, false", "0, true"})
  void aThreadBlockMayRunAgainUntilALaneOfItHasDoneAnAtomic(int mask, boolean mayRunAgain) {
    Script script = new Script("atomic").atomic(1, Lanes.same(0)).lanes(mask);
    Bench bench = new Bench(new SmallGpu(), script, 2, 1);
    bench.warps.freeze(1); // of the other thread block
    assertTrue(bench.stage.counts().mayRunAgain(0));

    bench.stage.tick(0);

    assertEquals(1, bench.stage.counts().issued());
    assertEquals(mayRunAgain, bench.stage.counts().mayRunAgain(0));
    assertTrue(bench.stage.counts().mayRunAgain(1));
    bench.stage.counts().launched(0);
    assertTrue(bench.stage.counts().mayRunAgain(0));
  }

  @Test
  void letsTheWarpsOfAPreferredThreadBlockIssueFirstAndNotAnyMore() {
    Bench bench = new Bench(new SmallGpu(), independent(OpClass.INT), 4, 1);

    bench.stage.prefer(2, true);
    assertEquals(0b0110, bench.issue(0)); // warp 2 before the older warp 0
    bench.stage.prefer(2, false);
    bench.stage.prefer(3, true);

    assertEquals(0b1000, bench.issue(1)); // the first scheduler stays with warp 2
    assertEquals(2, bench.warps.at(2).inFlight());
  }
}
