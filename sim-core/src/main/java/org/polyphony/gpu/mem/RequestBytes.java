package org.polyphony.gpu.mem;

import org.polyphony.gpu.config.GpuConfig;

/**
 * Bytes transferred per request: over the crossbar, through the L2 data port, at DRAM.
 *
 * <p>A load transfers the bytes that the request covers. A store or an atomic transfers the
 * smallest aligned part, by repeated halving, that contains all its bytes, at least a sector. An
 * instruction or constant fetch transfers a line of its cache, or as much of it as L2 fills at
 * once. Source: the coalescing of GPGPU-Sim for compute capability 1.3 and newer, which halves
 * transactions.
 */
final class RequestBytes {
  private static final int HEADER_BYTES = 8;

  private final MemoryRequests requests;
  private final int sector;
  private final int covered; // per load, store or atomic
  private final int filled; // per DRAM read
  private final int instructionLine;
  private final int constantLine;

  RequestBytes(GpuConfig config, MemoryRequests requests) {
    this.requests = requests;
    sector = config.l2().sectorBytes();
    covered = config.requestBytes();
    filled = config.l2().fillBytes();
    instructionLine = fetched(config.l1i().lineBytes());
    constantLine = fetched(config.constantCache().secondLevel().lineBytes());
  }

  /** Returns the bytes of a request for part of a line of an SM's cache. */
  int fetched(int lineBytes) {
    return Math.min(Math.max(lineBytes, sector), filled);
  }

  /** Returns the bytes sent from the SM to L2. */
  int toL2(int request) {
    int kind = requests.kind(request);
    boolean data = kind == MemoryRequests.WRITE || kind == MemoryRequests.ATOMIC;
    return data ? HEADER_BYTES + data(request) : HEADER_BYTES;
  }

  /** Returns the bytes sent from L2 to the SM. */
  int toSm(int request) {
    boolean isWrite = requests.kind(request) == MemoryRequests.WRITE;
    return isWrite ? HEADER_BYTES : HEADER_BYTES + data(request);
  }

  int atDram(int request) {
    return switch (requests.kind(request)) {
      case MemoryRequests.WRITE -> data(request);
      case MemoryRequests.WRITE_BACK -> requests.token(request) * filled;
      default -> filled;
    };
  }

  /** Returns the data sectors read from or written to L2. */
  int sectors(int request) {
    return data(request) / sector;
  }

  /** Returns the sectors per L2 fill. */
  int sectorsOfFill() {
    return filled / sector;
  }

  /**
   * Returns the written bytes of a store or an atomic as a mask of the enclosing sector: bit i for
   * byte i, or for the i-th of its 32 parts.
   */
  int inSector(int request, int sectorBytes) {
    int mask = requests.byteMask(request);
    if (sectorBytes == covered) {
      return mask;
    }
    int offset = (int) requests.address(request) & (sectorBytes - 1);
    int part = Math.max(1, sectorBytes / 32);
    int step = Math.max(1, covered / 32);
    int written = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      written |= 1 << ((offset + Integer.numberOfTrailingZeros(rest) * step) / part);
    }
    return written;
  }

  private int data(int request) {
    return switch (requests.kind(request)) {
      case MemoryRequests.WRITE, MemoryRequests.ATOMIC -> part(requests.byteMask(request));
      case MemoryRequests.FETCH -> instructionLine;
      case MemoryRequests.CONSTANT -> constantLine;
      default -> covered;
    };
  }

  private int part(int byteMask) {
    int bytes = covered;
    int bits = Math.min(32, covered);
    int rest = byteMask;
    while (bytes > sector) {
      bits >>>= 1;
      int lower = rest & ((1 << bits) - 1);
      int upper = rest >>> bits;
      if (lower != 0 && upper != 0) {
        return bytes;
      }
      rest = lower | upper;
      bytes >>>= 1;
    }
    return bytes;
  }
}
