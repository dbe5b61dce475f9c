package org.polyphony.host.mgb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.RequestDefaults;
import org.polyphony.host.app.TaskNeed;

class InstrumentedProgramTest {
  private static String text(Phase phase) {
    if (phase instanceof Phase.Cpu cpu) {
      return "cpu " + cpu.nanos();
    } else if (phase instanceof Phase.Reserve reserve) {
      assertEquals(Phase.FOREVER, reserve.timeoutNanos());
      TaskNeed need = reserve.task();
      assertEquals(4, need.warpsPerThreadBlock());
      return "reserve " + need.memoryBytes() + " " + need.threadBlocks();
    } else if (phase instanceof Phase.Allocate allocate) {
      return "take " + allocate.bytes();
    } else if (phase instanceof Phase.Copy copy) {
      return (copy.toDevice() ? "in " : "out ") + copy.bytes();
    } else if (phase instanceof Phase.UseTask use) {
      return "task " + use.task();
    } else if (phase instanceof Phase.Free free) {
      String bytes = free.bytes() == Phase.ALL ? "all" : "" + free.bytes();
      String reserved = free.reservedBytes() == Phase.ALL ? "all" : "" + free.reservedBytes();
      return "free " + bytes + " " + reserved + (free.endsTask() ? " end" : "");
    }
    return phase instanceof Phase.Launch ? "run" : phase instanceof Phase.Start ? "start" : "wait";
  }

  /** Programs as {@link ProgramText} has them; objects of 10 bytes, kernels of 7 thread blocks. */
  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          host 5; malloc a; host 6; in a 9; run 7 a; free a \
              | cpu 5, reserve 10 7, take 10, cpu 6, in 9, run, free 10 0, free all all end \
              | a probe before the first operation of a static task
          init: malloc a; in a 9; host 6; execute: run 7 a; out a 8 \
              | cpu 6, reserve 10 7, take 10, in 9, run, out 8, free all all end \
              | a task over several functions is bound at its launch
          init: malloc a; malloc b; execute: run 7 a; run 7 a,b \
              | reserve 20 7, take 10, run, take 10, run, free all all end \
              | with what a later launch needs
          init: malloc a; malloc b; malloc c; in a 9; in b 8; in a 7; free c; execute: run 7 b,a; \
              run 7 a \
                  | reserve 20 7, take 10, in 8, take 10, in 9, in 7, run, run, free all all end \
              | what was delayed follows by object in the order of the arguments
          malloc a; start 7 a; malloc b; start 7 b; out a 8; out b 7 \
              | reserve 10 7, take 10, start, task 1, reserve 10 7, take 10, start, task 0, wait, out 8, \
          free all 10 end, task 1, wait, out 7, free all 10 end \
              | MGB Figure 1: two kernels of a process that can run at once, a task for each
          malloc a; start 7 a; sync; host 5; start 7 a \
              | reserve 10 7, take 10, start, wait, cpu 5, start, wait, free all all end \
              | waits before a task ends and when it synchronizes
          malloc a; run 7 a; malloc b; run 7 b \
              | reserve 10 7, take 10, run, free all all end, reserve 10 7, take 10, run, \
          free all all end \
              | tasks one after another
          """)
  void phasesAre(String program, String phases, String why) {
    Application application =
        InstrumentedProgram.application(ProgramText.of(program, 0), RequestDefaults.NO_TIMEOUT);

    assertEquals(
        phases,
        application.phases().stream()
            .map(InstrumentedProgramTest::text)
            .collect(Collectors.joining(", ")),
        why);
  }

  @Test
  void asksAsItIsTold() {
    Phase first =
        InstrumentedProgram.application(
                ProgramText.of("malloc a; run 7 a", 0), new RequestDefaults(3, 9))
            .phases()
            .get(0);

    assertEquals(new Phase.Reserve(new TaskNeed(10, 7, 4, TaskNeed.ANY, 3), 9, 0), first);
  }
}
