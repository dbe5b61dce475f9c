package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.testing.Devices;

/** Every constraint by the clock of the command that it holds up: one clock earlier is refused. */
class DramBanksTest {
  private static final int CLOCKS = 120;

  private final DramRequests entries = new DramRequests(16);
  private final MemoryCounters counters = new MemoryCounters(1);
  private final Deque<Integer> waiting = new ArrayDeque<>();
  private final StringBuilder log = new StringBuilder();

  /** Requests like R0.1, a read of bank 0, row 1, in order; commands like 12:RD0. */
  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource({
    "nRCD, 12 4 12 28 12 40 6 1 2 5 12 2, R0.1, 0:ACT0 12:RD0",
    "nRCD, 12 4 13 28 12 40 6 1 2 5 12 2, R0.1, 0:ACT0 13:RD0",
    "activate to write, 12 4 12 28 12 40 6 1 2 5 12 2, W0.1, 0:ACT0 7:WR0",
    "nRRD, 12 4 12 28 12 40 6 1 2 5 12 2, R0.1 R1.1, 0:ACT0 6:ACT1 12:RD0 18:RD1",
    "nRRD, 12 4 12 28 12 40 7 1 2 5 12 2, R0.1 R1.1, 0:ACT0 7:ACT1 12:RD0 19:RD1",
    "nCCD, 12 4 12 28 12 40 1 1 1 5 12 2, R0.1 R1.1 R0.1, 0:ACT0 1:ACT1 12:RD0 13:RD0 14:RD1",
    "nCCD, 12 4 12 28 12 40 1 4 4 5 12 2, R0.1 R1.1 R0.1, 0:ACT0 1:ACT1 12:RD0 16:RD0 20:RD1",
    "nCCDL, 12 4 12 28 12 40 1 1 5 5 12 2, R0.1 R4.1, 0:ACT0 1:ACT4 12:RD0 17:RD4",
    "other group, 12 4 12 28 12 40 1 1 5 5 12 2, R0.1 R5.1, 0:ACT0 1:ACT5 12:RD0 13:RD5",
    "nRAS, 12 4 12 28 12 40 6 1 2 5 12 2, R0.1 R0.2, 0:ACT0 12:RD0 28:PRE0 40:ACT0 52:RD0",
    "nRAS, 12 4 12 29 12 40 6 1 2 5 12 2, R0.1 R0.2, 0:ACT0 12:RD0 29:PRE0 41:ACT0 53:RD0",
    "nRC, 12 4 12 28 12 45 6 1 2 5 12 2, R0.1 R0.2, 0:ACT0 12:RD0 28:PRE0 45:ACT0 57:RD0",
    "nRP, 12 4 12 28 14 40 6 1 2 5 12 2, R0.1 R0.2, 0:ACT0 12:RD0 28:PRE0 42:ACT0 54:RD0",
    "nRTPL, 12 4 12 1 12 1 6 1 2 5 12 3, R0.1 R0.2, 0:ACT0 12:RD0 15:PRE0 27:ACT0 39:RD0",
    "burst, 12 4 12 1 12 1 6 1 2 5 12 0, R0.1 R0.2, 0:ACT0 12:RD0 13:PRE0 25:ACT0 37:RD0",
    "nWR, 12 4 12 1 12 1 6 1 2 5 12 2, W0.1 R0.2, 0:ACT0 7:WR0 24:PRE0 36:ACT0 48:RD0",
    "nCDLR, 12 4 12 28 12 40 6 1 2 5 12 2, W0.1 R0.1, 0:ACT0 7:WR0 17:RD0",
    "nCDLR, 12 4 12 28 12 40 6 1 2 6 12 2, W0.1 R0.1, 0:ACT0 7:WR0 18:RD0",
    "read to write, 12 4 12 28 12 40 6 1 2 5 12 2, R0.1 W0.1, 0:ACT0 12:RD0 23:WR0",
    "nFAW, 12 4 12 28 12 40 1 1 1 5 12 2 20, R0.1 R1.1 R2.1 R3.1 R4.1, "
        + "0:ACT0 1:ACT1 2:ACT2 3:ACT3 12:RD0 13:RD1 14:RD2 15:RD3 20:ACT4 32:RD4",
    "nRFC, 12 4 12 28 12 40 6 1 2 5 12 2 0 90 30, R0.1, 30:ACT0 42:RD0",
    "nREFI, 12 4 12 28 12 40 6 1 5 5 12 2 0 45 30, R0.1 R0.1, 30:ACT0 42:RD0 75:ACT0 87:RD0",
    "row hit, 12 4 12 28 12 40 6 1 1 5 12 2, R0.1 R0.1 R0.1, 0:ACT0 12:RD0 13:RD0 14:RD0",
  })
  void issuesEachCommandAtItsFirstAllowedClock(
      String constraint, String timing, String requests, String commands) {
    queue(requests);

    run(new DramBanks(config(timing), config(timing).banks(), 32, 0, entries, counters));

    assertEquals(commands, log.toString().trim(), constraint);
  }

  private static DramConfig config(String timing) {
    String[] n = timing.split(" ", -1);
    int[] v = new int[15];
    for (int i = 0; i < n.length; i++) {
      v[i] = Integer.parseInt(n[i]);
    }
    DramConfig.Timing values =
        Devices.timing(
            "nCL", v[0], "nWL", v[1], "nRCD", v[2], "nRAS", v[3], "nRP", v[4], "nRC", v[5], "nRRD",
            v[6], "nCCD", v[7], "nCCDL", v[8], "nCDLR", v[9], "nWR", v[10], "nRTPL", v[11], "nFAW",
            v[12], "nREFI", v[13], "nRFC", v[14]);
    return Devices.dram("commandKhz", 1000, "timing", values);
  }

  private void queue(String requests) {
    for (String request : requests.split(" ", -1)) {
      String[] place = request.substring(1).split("\\.", -1);
      int entry = entries.take(0, 0, 0, request.charAt(0) == 'W' ? -1 : 1);
      entries.place(entry, Integer.parseInt(place[0]), Integer.parseInt(place[1]));
      waiting.add(entry);
    }
  }

  private void run(DramBanks banks) {
    for (long clock = 0; clock < CLOCKS; clock++) {
      banks.refresh(clock);
      serve(banks);
      long activates = counters.activates();
      int entry = banks.issueColumn(clock);
      if (entry != DramBanks.NONE) {
        note(clock, entries.isWrite(entry) ? "WR" : "RD", entries.bank(entry));
      }
      long open = banks.openBanks();
      banks.issueRow(clock);
      if (banks.openBanks() != open) {
        int bank = Long.numberOfTrailingZeros(open ^ banks.openBanks());
        note(clock, counters.activates() > activates ? "ACT" : "PRE", bank);
      }
    }
  }

  private void serve(DramBanks banks) {
    while (!waiting.isEmpty() && (banks.servingBanks() >>> entries.bank(waiting.peek()) & 1) == 0) {
      banks.serve(entries.bank(waiting.peek()), waiting.remove());
    }
  }

  private void note(long clock, String command, int bank) {
    log.append(clock).append(':').append(command).append(bank).append(' ');
  }
}
