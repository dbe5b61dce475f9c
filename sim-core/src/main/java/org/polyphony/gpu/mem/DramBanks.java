package org.polyphony.gpu.mem;

import java.util.Arrays;
import org.polyphony.gpu.config.DramConfig;

/**
 * The banks of a DRAM channel: the request that each serves, and when its next command may go.
 *
 * <p>Times are absolute command clocks, the first at which a command is allowed; a command of clock
 * t with constraint n allows the next at t + n. State per bank: entry served; open row; and the
 * earliest read, write, precharge and activate. Derived constraints, with burst the clocks of data
 * of a column command: activate to write nRCD - nWL - 1, read to write nCL + burst + 2 - nWL, write
 * to read nWL + burst + nCDLR, write to precharge nWL + burst + nWR. Source: the DRAM of the
 * reference simulator, which has no refresh.
 */
final class DramBanks {
  /** No bank and no entry. */
  static final int NONE = -1;

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

  private final long[] rowAllowedAt; // of banks that wait for a row command, by their own times
  private long awaitingRow; // banks that serve a request to another row
  private long held; // of these, the ones whose own time had not come when last asked
  private long heldUntil = Long.MAX_VALUE; // no own time of these is before
  private final int[] served;
  private final int[] openRow;
  private final long[] readAt;
  private final long[] writeAt;
  private final long[] prechargeAt;
  private final long[] activateAt;
  private final long[] groupColumnAt;
  private final long[] groupPrechargeAt;
  private long columnAt;
  private long readAfterWriteAt;
  private long writeAfterReadAt;
  private long anyActivateAt;
  private final long[] activated = new long[4]; // clocks of the last four activates
  private int activates;
  private long openBanks;
  private long columnBanks; // serve a request to their open row
  private long columnSearchAt; // no column command is allowed before
  private long rowSearchAt; // no row command is allowed before
  private boolean writing;
  private int first; // bank that is asked first
  private long refreshAt; // the next that has not begun when it was last asked

  DramBanks(
      DramConfig config,
      int burstBytes,
      long firstRefresh,
      DramRequests entries,
      MemoryCounters counters) {
    Arrays.fill(activated, -config.timing().nFAW());
    refreshAt = config.timing().nREFI() == 0 ? Long.MAX_VALUE : firstRefresh;
    this.entries = entries;
    this.counters = counters;
    timing = config.timing();
    banks = config.banks();
    groups = config.bankGroups();
    powerOfTwoGroups = Integer.bitCount(groups) == 1;
    burst = Math.max(1, burstBytes / config.bytesPerCommandClock());
    nRCDWR = Math.max(0, timing.nRCD() - timing.nWL() - 1);
    nRTW = Math.max(0, timing.nCL() + burst + 2 - timing.nWL());
    nWTR = timing.nWL() + burst + timing.nCDLR();
    nWTP = timing.nWL() + burst + timing.nWR();
    served = new int[banks];
    rowAllowedAt = new long[banks];
    openRow = new int[banks];
    readAt = new long[banks];
    writeAt = new long[banks];
    prechargeAt = new long[banks];
    activateAt = new long[banks];
    groupColumnAt = new long[groups];
    groupPrechargeAt = new long[groups];
  }

  /** Returns the clocks from a column command to its data, by the kind of the last one. */
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
    return openRow[bank];
  }

  /** Returns the first of some banks in rotating order, and lets the next one be first. */
  int choose(long candidates) {
    int bank = rotated(candidates);
    first = first + 1 == banks ? 0 : first + 1;
    return bank;
  }

  private int rotated(long candidates) {
    long late = candidates & (-1L << first);
    return Long.numberOfTrailingZeros(late != 0 ? late : candidates);
  }

  /**
   * Begins a refresh of all banks when one is due: rows close, and none opens before its end.
   * Refreshes of clocks in which nothing was asked for are made up for.
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
      activateAt[bank] = Math.max(activateAt[bank], end);
      openRow[bank] = NONE;
      if ((serving >>> bank & 1) != 0) {
        awaitRow(bank, activateAt[bank]);
      }
    }
    rowSearchAt = serving == 0 ? Long.MAX_VALUE : end;
  }

  /** Lets a bank that serves none serve a request. */
  void serve(int bank, int entry) {
    served[bank] = entry;
    if (entries.row(entry) == openRow[bank]) {
      counters.rowHit(entries.kernel(entry));
    }
    if ((openBanks >>> bank & 1) != 0 && entries.row(entry) == openRow[bank]) {
      columnBanks |= 1L << bank;
      columnSearchAt = Math.min(columnSearchAt, columnAllowedAt(bank));
    } else {
      awaitRow(bank);
    }
  }

  /**
   * Issues a read or a write, if one is allowed in a clock.
   *
   * @return the entry whose burst it is, or {@link #NONE}; {@link DramRequests#bursts} tells
   *     whether it was the last
   */
  int issueColumn(long clock) {
    if (clock < columnSearchAt) {
      return NONE;
    }
    long rest = columnBanks;
    long next = Long.MAX_VALUE;
    while (rest != 0) {
      int bank = rotated(rest);
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
        entries.isWrite(served[bank])
            ? Math.max(writeAt[bank], writeAfterReadAt)
            : Math.max(readAt[bank], readAfterWriteAt);
    return Math.max(own, Math.max(columnAt, groupColumnAt[group(bank)]));
  }

  private int column(int bank, long clock) {
    int entry = served[bank];
    int group = group(bank);
    writing = entries.isWrite(entry);
    columnAt = clock + timing.nCCD();
    groupColumnAt[group] = clock + timing.nCCDL();
    if (writing) {
      readAfterWriteAt = clock + nWTR;
      prechargeAt[bank] = Math.max(prechargeAt[bank], clock + nWTP);
    } else {
      writeAfterReadAt = clock + nRTW;
      prechargeAt[bank] = Math.max(prechargeAt[bank], clock + burst);
      groupPrechargeAt[group] = clock + timing.nRTPL();
    }
    counters.dataClocks += burst;
    if (entries.issueBurst(entry) == 0) {
      columnBanks &= ~(1L << bank);
    }
    return entry;
  }

  /** Issues a precharge or an activate, if one is allowed in a clock. */
  void issueRow(long clock) {
    if (clock < rowSearchAt) {
      return;
    }
    long allowed = allowedRows(clock);
    long activates = clock < anyActivateAt ? 0 : allowed & ~openBanks;
    long chosenFrom = activates | allowedByGroups(allowed & openBanks, clock);
    if (chosenFrom != 0) {
      row(rotated(chosenFrom), clock);
    }
    rowSearchAt = Math.min(heldUntil, nextRow(allowedRows(clock), clock));
  }

  /** Returns the banks whose own constraints allow a row command; what they share may hold it. */
  private long allowedRows(long clock) {
    if (clock >= heldUntil) {
      heldUntil = Long.MAX_VALUE;
      for (long rest = held; rest != 0; rest &= rest - 1) {
        int bank = Long.numberOfTrailingZeros(rest);
        if (rowAllowedAt[bank] <= clock) {
          held &= ~(1L << bank);
        } else {
          heldUntil = Math.min(heldUntil, rowAllowedAt[bank]);
        }
      }
    }
    return awaitingRow & ~held;
  }

  private void awaitRow(int bank, long allowedAt) {
    rowAllowedAt[bank] = allowedAt;
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
    long allowedAt = isOpen ? prechargeAt[bank] : activateAt[bank];
    awaitRow(bank, allowedAt);
    rowSearchAt = Math.min(rowSearchAt, allowedAt);
  }

  private void row(int bank, long clock) {
    openBanks ^= 1L << bank;
    first = bank + 1 == banks ? 0 : bank + 1;
    if ((openBanks >>> bank & 1) == 0) {
      activateAt[bank] = Math.max(activateAt[bank], clock + timing.nRP());
      awaitRow(bank);
      return;
    }
    openRow[bank] = entries.row(served[bank]);
    activated[activates++ & 3] = clock;
    anyActivateAt = Math.max(clock + timing.nRRD(), activated[activates & 3] + timing.nFAW());
    readAt[bank] = clock + timing.nRCD();
    writeAt[bank] = clock + nRCDWR;
    prechargeAt[bank] = Math.max(prechargeAt[bank], clock + timing.nRAS());
    activateAt[bank] = clock + timing.nRC();
    awaitingRow &= ~(1L << bank);
    held &= awaitingRow;
    columnBanks |= 1L << bank;
    columnSearchAt = Math.min(columnSearchAt, columnAllowedAt(bank));
    counters.activates++;
  }

  /**
   * Returns a clock before which no command is allowed, or {@link Long#MAX_VALUE} if none waits.
   */
  long nextCommand() {
    return Math.min(columnSearchAt, rowSearchAt);
  }
}
