package org.polyphony.gpu.dispatch;

/**
 * Which kernel's thread block an SM receives next.
 *
 * <p>The kernels below their quota are tried by rank, then the one furthest below its quota, then
 * the one that started first. One that does not fit lets the next one try, except that a kernel
 * which has nothing on the SM yet holds back all after it: otherwise small thread blocks that come
 * and go could keep a large one out for ever. Source: GPU Maestro section 2.2.
 */
final class KernelChoice {
  private final KernelControlBlocks kernels;
  private final SmStatusTable sms;
  private final Quotas quotas;
  private final FragmentationCounters fragmentation;

  KernelChoice(
      KernelControlBlocks kernels,
      SmStatusTable sms,
      Quotas quotas,
      FragmentationCounters fragmentation) {
    this.kernels = kernels;
    this.sms = sms;
    this.quotas = quotas;
    this.fragmentation = fragmentation;
  }

  /** Returns the kernel row that can launch on an SM now, or {@link KernelControlBlocks#NONE}. */
  int on(int sm, long cycle) {
    int fragmentedFor = KernelControlBlocks.NONE;
    int candidates = candidates(sm);
    while (candidates != 0) {
      int row = first(sm, candidates);
      if (sms.fits(sm, kernels.need(row), kernels.process(row))) {
        fragmentation.whole(cycle, sm);
        return row;
      }
      boolean hasRoom = FragmentationCounters.hasRoom(sms, sm, kernels.need(row));
      fragmentedFor = hasRoom ? row : fragmentedFor;
      // a kernel with nothing here must not be kept out by those after it
      candidates &= sms.resident(sm, row) == 0 ? 0 : ~(1 << row);
    }
    if (fragmentedFor == KernelControlBlocks.NONE) {
      fragmentation.whole(cycle, sm);
    } else {
      fragmentation.fragmented(cycle, sm, sms, kernels.need(fragmentedFor));
    }
    return KernelControlBlocks.NONE;
  }

  private int candidates(int sm) {
    int candidates = 0;
    for (int rest = kernels.runningMask(); rest != 0; rest &= rest - 1) {
      int row = Integer.numberOfTrailingZeros(rest);
      if (kernels.left(row) > 0
          && sms.resident(sm, row) - sms.leaving(sm, row) < quotas.get(sm, row)
          && (!quotas.isExclusive(sm) || sms.residentOn(sm) == sms.resident(sm, row))) {
        candidates |= 1 << row;
      }
    }
    return candidates;
  }

  private int first(int sm, int candidates) {
    int best = Integer.numberOfTrailingZeros(candidates);
    for (int rest = candidates & (candidates - 1); rest != 0; rest &= rest - 1) {
      int row = Integer.numberOfTrailingZeros(rest);
      if (precedes(sm, row, best)) {
        best = row;
      }
    }
    return best;
  }

  private boolean precedes(int sm, int row, int other) {
    if (quotas.rank(row) != quotas.rank(other)) {
      return quotas.rank(row) < quotas.rank(other);
    }
    long share = (long) sms.resident(sm, row) * quotas.get(sm, other); // resident over quota
    long otherShare = (long) sms.resident(sm, other) * quotas.get(sm, row);
    return share != otherShare ? share < otherShare : kernels.order(row) < kernels.order(other);
  }
}
