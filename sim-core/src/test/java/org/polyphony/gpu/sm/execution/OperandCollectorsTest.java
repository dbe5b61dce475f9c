package org.polyphony.gpu.sm.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.queue.TimerWheel;
import org.polyphony.gpu.sm.warp.Flights;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.gpu.sm.warp.Warps;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;

/** Two schedulers with two banks each: register r of warp w lies in bank (r + w) mod 2. */
class OperandCollectorsTest {
  private static final int SCHEDULERS = 2;
  private static final int BANKS = 2;
  private static final int ALU = Warps.ALU_PORT;

  /** An SM's pipes and collectors, and a program whose instruction i reads {@code sources[i]}. */
  private static final class Bench {
    final KernelProgram kernel;
    final ExecutionUnits units;
    final ExecutionPipes pipes;
    final OperandCollectors collectors;
    private final WarpTable warps;
    private final InFlight instructions = new InFlight(256);
    private final TimerWheel results = new TimerWheel(1024, 256);

    Bench(int count, int[][] sources) {
      SmConfig sm = new SmallGpu().operandCollectors(count).sm();
      Script script = new Script("reads");
      for (int[] registers : sources) {
        script.op(OpClass.INT, 100, registers);
      }
      kernel = new KernelProgram(0, 0, 0, 0, script.grid(1, 32).build(), 8, Warps.GPU);
      warps = new WarpTable(sm.warps(), Ports.count(sm), true, 1);
      units = new ExecutionUnits(sm, Copies.NONE, instructions, results, new SharedBanks(1));
      pipes = units.pipes(0);
      collectors = new OperandCollectors(sm);
    }

    int issue(int port, int warp, int index) {
      Instruction instruction = Flights.at(port, kernel.instruction(index), BANKS);
      int slot = instructions.take(warps.at(warp), instruction, InFlight.NONE);
      collectors.issue(warp % SCHEDULERS, slot, warps.at(warp), instruction);
      return slot;
    }

    /** Writes register 100 back. */
    @CanIgnoreReturnValue
    boolean writeBack(int warp, boolean mayWait) {
      return collectors.writeBack(warps.at(warp), kernel.instruction(0), mayWait);
    }

    /** Lets what waits go into the pipes and come out of them; all are free again after it. */
    void emptyPipes(long cycle) {
      pipes.tick(cycle);
      while (results.nextWork() != Long.MAX_VALUE) {
        int slot = results.take(results.nextWork());
        while (slot != TimerWheel.NONE) {
          instructions.release(slot);
          slot = results.after(slot);
        }
      }
    }

    /** Returns the rounds until the instruction of warp 0 is in front of its pipe. */
    int roundsToThePipe() {
      int rounds = 0;
      while (pipes.canWait(ALU, 0)) {
        collectors.round(units);
        rounds++;
      }
      return rounds;
    }
  }

  /** It is taken in the first round, reads in one each, and leaves in the round after the last. */
  @ParameterizedTest
  @CsvSource({"3, 5", "0, 2"})
  void readsOneOperandARoundAfterTheRoundInWhichAUnitIsTaken(int operands, int rounds) {
    Bench bench = new Bench(4, new int[][] {IntStream.range(0, operands).toArray()});

    bench.issue(ALU, 0, 0);

    assertEquals(rounds, bench.roundsToThePipe());
  }

  @Test
  void waitsForABankThatAWriteBackKeepsBusy() {
    Bench bench = new Bench(4, new int[][] {{0}});
    bench.issue(ALU, 0, 0);
    bench.collectors.round(bench.units);

    bench.writeBack(0, false); // register 100, bank 0
    bench.collectors.round(bench.units);
    bench.collectors.endWriteBacks();

    assertEquals(2, bench.roundsToThePipe()); // read, leave
  }

  @Test
  void putsOffASecondWriteToABank() {
    Bench bench = new Bench(4, new int[][] {{0}});

    assertTrue(bench.writeBack(0, true));
    assertFalse(bench.writeBack(2, true)); // the same scheduler
    assertTrue(bench.writeBack(1, true)); // the other one
  }

  @Test
  void closesThePortToTheSchedulerWhoseInstructionWaits() {
    Bench bench = new Bench(4, new int[][] {{0}});

    bench.issue(ALU, 0, 0);
    assertEquals(0x5555, bench.collectors.closed()[ALU] & 0xffff);
    bench.collectors.round(bench.units);

    assertEquals(0, bench.collectors.closed()[ALU]);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "4, 2", "4, 3", "8, 4", "16, 5"})
  void agreesWithAPlainModelOnRandomInstructions(int units, long seed) {
    Random random = new Random(seed);
    int[][] sources = new int[40][];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = random.ints(random.nextInt(5), 0, 60).toArray();
    }
    Bench bench = new Bench(units, sources);
    Plain plain = new Plain(units, sources);
    int ports = bench.collectors.closed().length - 1;
    for (int cycle = 0; cycle < 20_000; cycle++) {
      for (int s = 0; s < SCHEDULERS; s++) {
        int port = random.nextInt(ports);
        int warp = random.nextInt(8) * SCHEDULERS + s;
        boolean closed = (bench.collectors.closed()[port] >>> warp & 1) != 0;
        assertEquals(plain.isClosed(port, s), closed, "seed " + seed + " cycle " + cycle);
        if (!closed && random.nextInt(3) > 0) {
          int index = random.nextInt(sources.length);
          plain.issue(port, bench.issue(port, warp, index), warp, index);
        }
        if (random.nextInt(3) == 0) {
          bench.writeBack(warp, false);
          plain.written.add((100 + warp) % BANKS * SCHEDULERS + s);
        }
      }
      for (int round = 0; round < 2; round++) {
        bench.collectors.round(bench.units);
        bench.collectors.endWriteBacks();
        plain.round();
      }
      for (int at = 0; at < ports * SCHEDULERS; at++) {
        boolean free = bench.pipes.canWait(at / SCHEDULERS, at % SCHEDULERS);
        assertEquals(!plain.waiting[at], free, "seed " + seed + " cycle " + cycle + " at " + at);
      }
      if (random.nextBoolean()) {
        bench.emptyPipes(1000L * cycle);
        for (int at = 0; at < ports * SCHEDULERS; at++) {
          plain.waiting[at] = !bench.pipes.canWait(at / SCHEDULERS, at % SCHEDULERS);
        }
      }
    }
  }

  /** The same with lists, an operand at a time, as the words of the class say it. */
  private static final class Plain {
    private record Issued(int port, int slot, int warp, List<Integer> banks) {}

    private final int unitsEach;
    private final int[][] sources;
    final boolean[] waiting = new boolean[64];
    final List<Integer> written = new ArrayList<>();
    private final List<Issued> issued = new ArrayList<>();
    private final List<Issued> collecting = new ArrayList<>();

    Plain(int units, int[][] sources) {
      this.unitsEach = units / SCHEDULERS;
      this.sources = sources;
    }

    boolean isClosed(int port, int scheduler) {
      return issued.stream().anyMatch(i -> i.port == port && i.warp % SCHEDULERS == scheduler);
    }

    void issue(int port, int slot, int warp, int index) {
      List<Integer> banks = new ArrayList<>();
      for (int register : java.util.Arrays.stream(sources[index]).distinct().toArray()) {
        banks.add((register + warp) % BANKS * SCHEDULERS + warp % SCHEDULERS);
      }
      issued.add(new Issued(port, slot, warp, banks));
    }

    void round() {
      for (Issued each : List.copyOf(collecting)) {
        int at = each.port * SCHEDULERS + each.warp % SCHEDULERS;
        if (each.banks.isEmpty() && !waiting[at]) {
          waiting[at] = true;
          collecting.remove(each);
        }
      }
      List<Integer> taken = new ArrayList<>(written);
      for (Issued each : collecting) {
        List<Integer> wanted = List.copyOf(each.banks);
        each.banks.stream()
            .filter(bank -> !taken.contains(bank))
            .min(Integer::compare)
            .ifPresent(each.banks::remove);
        taken.addAll(wanted);
      }
      written.clear();
      for (int port = 0; port < 8; port++) {
        allocate(port);
      }
    }

    private void allocate(int port) {
      for (Issued each : List.copyOf(issued)) {
        if (each.port == port) {
          int scheduler = each.warp % SCHEDULERS;
          if (collecting.stream().filter(c -> c.warp % SCHEDULERS == scheduler).count()
              == unitsEach) {
            return;
          }
          issued.remove(each);
          collecting.add(each);
        }
      }
    }
  }
}
