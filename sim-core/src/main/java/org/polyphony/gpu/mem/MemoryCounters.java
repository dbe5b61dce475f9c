package org.polyphony.gpu.mem;

/**
 * Counters of the memory system since the start of the run.
 *
 * <p>Per KCB row and kind of request: results of L2 look-ups; a request counts once, when it is
 * accepted. Per KCB row: DRAM traffic, and summed send and reply cycles of reads and atomics. Per
 * process: lines of L2 that others evicted. Device-wide: DRAM bytes and commands.
 */
public final class MemoryCounters {
  private static final int KINDS = MemoryRequests.ALLOCATE + 1;

  private final long[] hits;
  private final long[] pendingHits;
  private final long[] misses;
  private final long[] dramReads;
  private final long[] writeBackSectors;
  private final long[] dramRequests;
  private final long[] rowHits;
  private final long[] lostLines = new long[AddressMapping.PROCESSES];

  long dramReadBytes;
  long dramWriteBytes;
  long activates;
  long dataClocks;

  public MemoryCounters(int kernelSlots) {
    hits = new long[kernelSlots * KINDS];
    pendingHits = new long[kernelSlots * KINDS];
    misses = new long[kernelSlots * KINDS];
    dramReads = new long[kernelSlots];
    writeBackSectors = new long[kernelSlots];
    dramRequests = new long[kernelSlots];
    rowHits = new long[kernelSlots];
  }

  void hit(int kernel, int kind) {
    hits[kernel * KINDS + kind]++;
  }

  void pendingHit(int kernel, int kind) {
    pendingHits[kernel * KINDS + kind]++;
  }

  void miss(int kernel, int kind) {
    misses[kernel * KINDS + kind]++;
  }

  void dramRead(int kernel, int sectors) {
    dramReads[kernel] += sectors;
  }

  void dramWrite(int kernel, int sectors) {
    writeBackSectors[kernel] += sectors;
  }

  void dramRequest(int kernel) {
    dramRequests[kernel]++;
  }

  void rowHit(int kernel) {
    rowHits[kernel]++;
  }

  void lostLine(int process) {
    lostLines[process]++;
  }

  /** Returns the lines of a process in L2 that requests of other processes evicted. */
  public long lostLines(int process) {
    return lostLines[process];
  }

  /** Returns a kernel's L2 look-ups of a kind that hit. */
  public long hits(int kernel, int kind) {
    return hits[kernel * KINDS + kind];
  }

  /** Returns a kernel's L2 look-ups of a kind that hit a pending miss. */
  public long pendingHits(int kernel, int kind) {
    return pendingHits[kernel * KINDS + kind];
  }

  /** Returns a kernel's L2 look-ups of a kind that missed. */
  public long misses(int kernel, int kind) {
    return misses[kernel * KINDS + kind];
  }

  public long dramReads(int kernel) {
    return dramReads[kernel];
  }

  /** Returns the sectors that a kernel's requests wrote to DRAM or evicted to it. */
  public long writeBackSectors(int kernel) {
    return writeBackSectors[kernel];
  }

  /** Returns a kernel's L2 look-ups of all kinds. */
  public long l2Accesses(int kernel) {
    return sum(hits, kernel) + sum(pendingHits, kernel) + sum(misses, kernel);
  }

  /** Returns a kernel's L2 misses of all kinds; hits on pending misses do not count. */
  public long l2Misses(int kernel) {
    return sum(misses, kernel);
  }

  /** Returns a kernel's DRAM requests: sectors or lines read, writes, and lines written back. */
  public long dramRequests(int kernel) {
    return dramRequests[kernel];
  }

  /** Returns a kernel's DRAM requests that hit an open row, or a row about to open. */
  public long rowHits(int kernel) {
    return rowHits[kernel];
  }

  /** Returns the L2 look-ups of all kernels. */
  public long l2Accesses() {
    return sum(hits) + sum(pendingHits) + sum(misses);
  }

  /** Returns the L2 misses of all kernels; hits on pending misses do not count. */
  public long l2Misses() {
    return sum(misses);
  }

  public long dramReadBytes() {
    return dramReadBytes;
  }

  public long dramWriteBytes() {
    return dramWriteBytes;
  }

  /** Returns the DRAM requests that hit an open row, or a row opened for the previous request. */
  public long rowHits() {
    return sum(rowHits);
  }

  /** Returns all DRAM requests: sectors or lines read, writes, and lines written back. */
  public long dramRequests() {
    return sum(dramRequests);
  }

  public long activates() {
    return activates;
  }

  /** Returns the command clocks with data transfer, summed over channels. */
  public long dataClocks() {
    return dataClocks;
  }

  long sumOfDramReads() {
    return sum(dramReads);
  }

  long sumOfWriteBackSectors() {
    return sum(writeBackSectors);
  }

  private static long sum(long[] byKind, int kernel) {
    long sum = 0;
    for (int kind = 0; kind < KINDS; kind++) {
      sum += byKind[kernel * KINDS + kind];
    }
    return sum;
  }

  private static long sum(long[] values) {
    long sum = 0;
    for (long value : values) {
      sum += value;
    }
    return sum;
  }
}
