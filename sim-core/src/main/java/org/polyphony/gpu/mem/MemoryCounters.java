package org.polyphony.gpu.mem;

/**
 * What the memory system counts, since the start of the run.
 *
 * <p>Per KCB row and kind of request: what the L2 look-ups found; a request counts once, when it is
 * accepted. Per KCB row: traffic with DRAM, and the cycles in which reads and atomics were sent and
 * answered, summed. Device-wide: bytes and commands of DRAM.
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
  private final long[] sent; // reads and atomics, as the next three
  private final long[] sentCycles;
  private final long[] answered;
  private final long[] answeredCycles;

  long accepted;
  long replied;
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
    sent = new long[kernelSlots];
    sentCycles = new long[kernelSlots];
    answered = new long[kernelSlots];
    answeredCycles = new long[kernelSlots];
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

  /** Takes notice that an SM has sent a request. */
  void sent(int kernel, int kind, long cycle) {
    accepted++;
    if (isAwaited(kind)) {
      sent[kernel]++;
      sentCycles[kernel] += cycle;
    }
  }

  /** Takes notice that an SM has taken the answer to a request. */
  void replied(int kernel, int kind, long cycle) {
    replied++;
    if (isAwaited(kind)) {
      answered[kernel]++;
      answeredCycles[kernel] += cycle;
    }
  }

  private static boolean isAwaited(int kind) {
    return kind == MemoryRequests.READ || kind == MemoryRequests.ATOMIC;
  }

  /** Returns L2 look-ups of a kernel by kind that found all their bytes. */
  public long hits(int kernel, int kind) {
    return hits[kernel * KINDS + kind];
  }

  /** Returns L2 look-ups of a kernel by kind that found their data on its way from DRAM. */
  public long pendingHits(int kernel, int kind) {
    return pendingHits[kernel * KINDS + kind];
  }

  /** Returns L2 look-ups of a kernel by kind that found neither. */
  public long misses(int kernel, int kind) {
    return misses[kernel * KINDS + kind];
  }

  public long dramReads(int kernel) {
    return dramReads[kernel];
  }

  /** Returns sectors that a kernel's requests wrote to DRAM, or displaced from L2 to it. */
  public long writeBackSectors(int kernel) {
    return writeBackSectors[kernel];
  }

  /** Returns all L2 look-ups of a kernel. */
  public long l2Accesses(int kernel) {
    return sum(hits, kernel) + sum(pendingHits, kernel) + sum(misses, kernel);
  }

  /** Returns all L2 look-ups of a kernel that found neither their data nor a request for it. */
  public long l2Misses(int kernel) {
    return sum(misses, kernel);
  }

  /** Returns DRAM requests of a kernel: sectors or lines read, writes, and lines written back. */
  public long dramRequests(int kernel) {
    return dramRequests[kernel];
  }

  /** Returns those of {@link #dramRequests(int)} that found their row open, or about to be. */
  public long rowHits(int kernel) {
    return rowHits[kernel];
  }

  /** Returns reads and atomics of a kernel whose answer an SM has taken. */
  public long answered(int kernel) {
    return answered[kernel];
  }

  /**
   * Returns for how long reads and atomics of a kernel have been under way, summed, core cycles.
   *
   * @param cycle until when those that are under way count
   */
  public long waitedCycles(long cycle, int kernel) {
    long underWay = sent[kernel] - answered[kernel];
    return answeredCycles[kernel] - sentCycles[kernel] + underWay * cycle;
  }

  /** Returns all L2 look-ups of all kernels. */
  public long l2Accesses() {
    return sum(hits) + sum(pendingHits) + sum(misses);
  }

  /** Returns all L2 look-ups that found neither their data nor a request for it. */
  public long l2Misses() {
    return sum(misses);
  }

  public long accepted() {
    return accepted;
  }

  public long replied() {
    return replied;
  }

  public long dramReadBytes() {
    return dramReadBytes;
  }

  public long dramWriteBytes() {
    return dramWriteBytes;
  }

  /** Returns DRAM requests that found their row open, or opened for the request before. */
  public long rowHits() {
    return sum(rowHits);
  }

  /** Returns DRAM requests: sectors or lines read, writes, and lines written back. */
  public long dramRequests() {
    return sum(dramRequests);
  }

  public long activates() {
    return activates;
  }

  /** Returns command clocks, summed over channels, in which data moved. */
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
