package org.polyphony.gpu.mem;

/**
 * What the memory system counts, since the start of the run.
 *
 * <p>Per KCB row and kind of request: what the L2 look-ups found; a request counts once, when it is
 * accepted. Device-wide: DRAM traffic and commands, and cycles in which parts were held up.
 */
public final class MemoryCounters {
  private static final int KINDS = MemoryRequests.ALLOCATE + 1;

  private final int kernelSlots;
  private final long[] hits;
  private final long[] pendingHits;
  private final long[] misses;
  private final long[] dramReads;
  private final long[] writeBackSectors;

  long accepted;
  long replied;
  long dramReadBytes;
  long dramWriteBytes;
  long dramReadRequests;
  long dramWriteRequests;
  long rowHits;
  long activates;
  long dataClocks;

  /**
   * Makes counters at zero.
   *
   * @param kernelSlots rows of the KCB, at least 1
   */
  public MemoryCounters(int kernelSlots) {
    this.kernelSlots = kernelSlots;
    hits = new long[kernelSlots * KINDS];
    pendingHits = new long[kernelSlots * KINDS];
    misses = new long[kernelSlots * KINDS];
    dramReads = new long[kernelSlots];
    writeBackSectors = new long[kernelSlots];
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

  /** Returns sectors read from DRAM for a kernel. */
  public long dramReads(int kernel) {
    return dramReads[kernel];
  }

  /** Returns sectors that a kernel's requests wrote to DRAM, or displaced from L2 to it. */
  public long writeBackSectors(int kernel) {
    return writeBackSectors[kernel];
  }

  /** Returns the rows of the KCB that are counted apart. */
  public int kernelSlots() {
    return kernelSlots;
  }

  /** Returns all L2 look-ups of all kernels. */
  public long l2Accesses() {
    return sum(hits) + sum(pendingHits) + sum(misses);
  }

  /** Returns all L2 look-ups that found neither their data nor a request for it. */
  public long l2Misses() {
    return sum(misses);
  }

  /** Returns requests that SMs have sent. */
  public long accepted() {
    return accepted;
  }

  /** Returns requests whose answer an SM has taken. */
  public long replied() {
    return replied;
  }

  /** Returns bytes read from DRAM. */
  public long dramReadBytes() {
    return dramReadBytes;
  }

  /** Returns bytes written to DRAM. */
  public long dramWriteBytes() {
    return dramWriteBytes;
  }

  /** Returns DRAM requests that found their row open, or opened for the request before. */
  public long rowHits() {
    return rowHits;
  }

  /** Returns DRAM requests: sectors or lines read, writes, and lines written back. */
  public long dramRequests() {
    return dramReadRequests + dramWriteRequests;
  }

  /** Returns activates of DRAM rows. */
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

  private static long sum(long[] values) {
    long sum = 0;
    for (long value : values) {
      sum += value;
    }
    return sum;
  }
}
