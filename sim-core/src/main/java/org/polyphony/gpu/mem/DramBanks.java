package org.polyphony.gpu.mem;

import java.util.Arrays;
import org.polyphony.gpu.config.DramConfig;

/**
 * The banks of a DRAM channel: the request served by each, and when its next command is allowed.
 *
 * <p>Times are absolute command clocks, the first in which a command is allowed; a command in clock
 * t with constraint n allows the next one in t + n. State per bank: entry served; open row; and the
 * earliest read, write, precharge and activate. Derived constraints, with burst the data clocks of
 * a column command: activate to write nRCD - nWL - 1, read to write nCL + burst + 2 - nWL, write to
 * read nWL + burst + nCDLR, write to precharge nWL + burst + nWR. Source: the DRAM model of the
 * reference simulator, which has no refresh.
 */
final class DramBanks {
  /** No bank and no entry. */
  static final int NONE = -1;

  private static final int STRIDE = 8; // longs of a bank
  private static final int SERVED = 0;
  private static final int OPEN_ROW = 1;
  private static final int READ_AT = 2;
  private static final int WRITE_AT = 3;
  private static final int PRECHARGE_AT = 4;
  private static final int ACTIVATE_AT = 5;
  private static final int ROW_ALLOWED_AT = 6; // the next row command

  private final DramRequests entries;
  private final MemoryCounters counters;
  private final DramConfig.Timing timing;
  private final int banks;
  private final int groups;
  private final boolean powerOfTwoGroups;
  private final int burst;
  private final int nRCDWR;
  private final int nRTW;
  private final int nWTR;
  private final int nWTP;

  private final long[] state; // a host cache line for each bank
  private long awaitingRow; // banks whose request needs another row
  private long held; // of these, banks not yet allowed at the last check
  private long heldUntil = Long.MAX_VALUE; // earliest time in held
  private final long[] groupColumnAt;
  private final long[] groupPrechargeAt;
  private long columnAt;
  private long readAfterWriteAt;
  private long writeAfterReadAt;
  private long anyActivateAt;
  private final long[] activated = new long[4]; // clocks of the last four activates (nFAW)
  private int activates;
  private long openBanks;
  private long columnBanks; // banks serving a request to their open row
  private long columnSearchAt; // no column command is allowed earlier
  private long rowSearchAt; // no row command is allowed earlier
  private boolean writing;
  private int first; // bank with the highest priority
  private long refreshAt; // the next refresh not started at the last check

  /**
   * Creates closed banks.
   *
   * @param banks of all processes, 1 to 64
   */
  DramBanks(
      DramConfig config,
      int banks,
      int burstBytes,
      long firstRefresh,
      DramRequests entries,
      MemoryCounters counters) {
    Arrays.fill(activated, -config.timing().nFAW());
    refreshAt = config.timing().nREFI() == 0 ? Long.MAX_VALUE : firstRefresh;
    this.entries = entries;
    this.counters = counters;
    timing = config.timing();
    this.banks = banks;
    groups = config.bankGroups();
    powerOfTwoGroups = Integer.bitCount(groups) == 1;
    burst = Math.max(1, burstBytes / config.bytesPerCommandClock());
    nRCDWR = Math.max(0, timing.nRCD() - timing.nWL() - 1);
    nRTW = Math.max(0, timing.nCL() + burst + 2 - timing.nWL());
    nWTR = timing.nWL() + burst + timing.nCDLR();
    nWTP = timing.nWL() + burst + timing.nWR();
    state = new long[banks * STRIDE];
    groupColumnAt = new long[groups];
    groupPrechargeAt = new long[groups];
  }

  /** Returns the clocks from a column command to its data, for the kind of the last command. */
  int columnLatency() {
    return writing ? timing.nWL() : timing.nCL();
  }

  int readLatency() {
    return timing.nCL();
  }

  long servingBanks() {
    return columnBanks | awaitingRow;
  }

  long openBanks() {
    return openBanks;
  }

  int openRow(int bank) {
    return (int) state[bank * STRIDE + OPEN_ROW];
  }

  /** Advances the rotating order by one bank. */
  void advance() {
    first = first + 1 == banks ? 0 : first + 1;
  }

  /** Returns the first of some banks in rotating order. */
  int inTurn(long candidates) {
    long late = candidates & (-1L << first);
    return Long.numberOfTrailingZeros(late != 0 ? late : candidates);
  }

  /**
   * Starts a refresh of all banks if one is due: rows close, and none opens before its end.
   * Refreshes that fell into idle clocks are made up for.
   */
  void refresh(long clock) {
    if (clock < refreshAt) {
      return;
    }
    long last = refreshAt + (clock - refreshAt) / timing.nREFI() * timing.nREFI();
    refreshAt = last + timing.nREFI();
    long end = last + timing.nRFC();
    long serving = servingBanks();
    openBanks = 0;
    columnBanks = 0;
    columnSearchAt = Long.MAX_VALUE;
    for (int bank = 0; bank < banks; bank++) {
      delay(bank, ACTIVATE_AT, end);
      state[bank * STRIDE + OPEN_ROW] = NONE;
      if ((serving >>> bank & 1) != 0) {
        awaitRow(bank, state[bank * STRIDE + ACTIVATE_AT]);
      }
    }
    rowSearchAt = serving == 0 ? Long.MAX_VALUE : end;
  }

  /** Assigns a request to an idle bank. */
  void serve(int bank, int entry) {
    state[bank * STRIDE + SERVED] = entry;
    boolean isHit = entries.row(entry) == openRow(bank);
    if (isHit) {
      counters.rowHit(entries.kernel(entry));
    }
    if (isHit && (openBanks >>> bank & 1) != 0) {
      columnBanks |= 1L << bank;
      columnSearchAt = Math.min(columnSearchAt, columnAllowedAt(bank));
    } else {
      awaitRow(bank);
    }
  }

  /**
   * Issues a read or a write if one is allowed in a clock.
   *
   * @return the entry of the burst, or {@link #NONE}; {@link DramRequests#bursts} tells whether it
   *     was the last
   */
  int issueColumn(long clock) {
    if (clock < columnSearchAt) {
      return NONE;
    }
    long rest = columnBanks;
    long next = Long.MAX_VALUE;
    while (rest != 0) {
      int bank = inTurn(rest);
      long allowedAt = columnAllowedAt(bank);
      if (allowedAt <= clock) {
        int entry = column(bank, clock);
        columnSearchAt = columnBanks == 0 ? Long.MAX_VALUE : Math.max(columnAt, clock + 1);
        return entry;
      }
      next = Math.min(next, allowedAt);
      rest &= ~(1L << bank);
    }
    columnSearchAt = next;
    return NONE;
  }

  private int group(int bank) {
    return powerOfTwoGroups ? bank & (groups - 1) : bank % groups;
  }

  private long columnAllowedAt(int bank) {
    long own =
        entries.isWrite(served(bank))
            ? Math.max(state[bank * STRIDE + WRITE_AT], writeAfterReadAt)
            : Math.max(state[bank * STRIDE + READ_AT], readAfterWriteAt);
    return Math.max(own, Math.max(columnAt, groupColumnAt[group(bank)]));
  }

  private int served(int bank) {
    return (int) state[bank * STRIDE + SERVED];
  }

  /** Allows a bank's next command of a kind no earlier than in a clock. */
  private void delay(int bank, int kind, long clock) {
    state[bank * STRIDE + kind] = Math.max(state[bank * STRIDE + kind], clock);
  }

  private int column(int bank, long clock) {
    int entry = served(bank);
    int group = group(bank);
    writing = entries.isWrite(entry);
    columnAt = clock + timing.nCCD();
    groupColumnAt[group] = clock + timing.nCCDL();
    if (writing) {
      readAfterWriteAt = clock + nWTR;
      delay(bank, PRECHARGE_AT, clock + nWTP);
    } else {
      writeAfterReadAt = clock + nRTW;
      delay(bank, PRECHARGE_AT, clock + burst);
      groupPrechargeAt[group] = clock + timing.nRTPL();
    }
    counters.dataClocks += burst;
    if (entries.issueBurst(entry) == 0) {
      columnBanks &= ~(1L << bank);
    }
    return entry;
  }

  /** Issues a precharge or an activate if one is allowed in a clock. */
  void issueRow(long clock) {
    if (clock < rowSearchAt) {
      return;
    }
    long allowed = allowedRows(clock);
    long activates = clock < anyActivateAt ? 0 : allowed & ~openBanks;
    long chosenFrom = activates | allowedByGroups(allowed & openBanks, clock);
    if (chosenFrom != 0) {
      row(inTurn(chosenFrom), clock);
    }
    rowSearchAt = Math.min(heldUntil, nextRow(allowedRows(clock), clock));
  }

  /**
   * Returns the banks whose own constraints allow a row command; shared constraints may still delay
   * it.
   */
  private long allowedRows(long clock) {
    if (clock >= heldUntil) {
      heldUntil = Long.MAX_VALUE;
      for (long rest = held; rest != 0; rest &= rest - 1) {
        int bank = Long.numberOfTrailingZeros(rest);
        long allowedAt = state[bank * STRIDE + ROW_ALLOWED_AT];
        if (allowedAt <= clock) {
          held &= ~(1L << bank);
        } else {
          heldUntil = Math.min(heldUntil, allowedAt);
        }
      }
    }
    return awaitingRow & ~held;
  }

  private void awaitRow(int bank, long allowedAt) {
    state[bank * STRIDE + ROW_ALLOWED_AT] = allowedAt;
    awaitingRow |= 1L << bank;
    held |= 1L << bank;
    heldUntil = Math.min(heldUntil, allowedAt);
  }

  private long allowedByGroups(long precharges, long clock) {
    long allowed = 0;
    for (long rest = precharges; rest != 0; rest &= rest - 1) {
      int bank = Long.numberOfTrailingZeros(rest);
      allowed |= groupPrechargeAt[group(bank)] <= clock ? 1L << bank : 0;
    }
    return allowed;
  }

  private long nextRow(long allowed, long clock) {
    if ((allowed & openBanks) != 0) {
      return clock + 1;
    }
    return allowed == 0 ? Long.MAX_VALUE : Math.max(anyActivateAt, clock + 1);
  }

  private void awaitRow(int bank) {
    boolean isOpen = (openBanks >>> bank & 1) != 0;
    long allowedAt = state[bank * STRIDE + (isOpen ? PRECHARGE_AT : ACTIVATE_AT)];
    awaitRow(bank, allowedAt);
    rowSearchAt = Math.min(rowSearchAt, allowedAt);
  }

  private void row(int bank, long clock) {
    openBanks ^= 1L << bank;
    first = bank + 1 == banks ? 0 : bank + 1;
    if ((openBanks >>> bank & 1) == 0) {
      delay(bank, ACTIVATE_AT, clock + timing.nRP());
      awaitRow(bank);
      return;
    }
    state[bank * STRIDE + OPEN_ROW] = entries.row(served(bank));
    activated[activates++ & 3] = clock;
    anyActivateAt = Math.max(clock + timing.nRRD(), activated[activates & 3] + timing.nFAW());
    state[bank * STRIDE + READ_AT] = clock + timing.nRCD();
    state[bank * STRIDE + WRITE_AT] = clock + nRCDWR;
    delay(bank, PRECHARGE_AT, clock + timing.nRAS());
    state[bank * STRIDE + ACTIVATE_AT] = clock + timing.nRC();
    awaitingRow &= ~(1L << bank);
    held &= awaitingRow;
    columnBanks |= 1L << bank;
    columnSearchAt = Math.min(columnSearchAt, columnAllowedAt(bank));
    counters.activates++;
  }

  /** Returns a lower bound of the next command clock; {@link Long#MAX_VALUE} if no bank waits. */
  long nextCommand() {
    return Math.min(columnSearchAt, rowSearchAt);
  }
}
