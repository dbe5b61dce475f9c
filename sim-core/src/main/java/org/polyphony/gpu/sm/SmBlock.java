package org.polyphony.gpu.sm;

import org.polyphony.gpu.sm.warp.KernelProgram;

/** A thread-block slot of an SM and the thread block in it, as the SM sees it. */
final class SmBlock {
  private static final long NOT_RESTORING = -1;

  final int slot;
  KernelProgram program; // null when the slot is free
  long index; // in its grid
  int streamSlot;
  long warpsAtLaunch;
  long warpsLeft; // those that have not ended
  long contextBytes; // to be moved, 0 when moving is free
  ThreadBlockContext context; // when it is suspended, until its end is acknowledged
  private long restoringSince;
  private long restoreCycles;

  SmBlock(int slot) {
    this.slot = slot;
  }

  /** Takes a thread block in, whose warps are in these slots. */
  void place(KernelProgram kernel, long ofGrid, int slotInStream, long warps) {
    program = kernel;
    index = ofGrid;
    streamSlot = slotInStream;
    warpsAtLaunch = warps;
    warpsLeft = warps;
    restoringSince = NOT_RESTORING;
    restoreCycles = 0;
  }

  /** Notes that its context is on its way back. */
  void restoring(long cycle) {
    restoringSince = cycle;
  }

  /** Notes that it goes on, or that it has to leave; nothing when its context is not on its way. */
  void restored(long cycle) {
    if (restoringSince != NOT_RESTORING) {
      restoreCycles = cycle - restoringSince;
      restoringSince = NOT_RESTORING;
    }
  }

  /** Returns the cycles from its return until its warps could go on, 0 when it was launched. */
  long restoreCycles() {
    return restoreCycles;
  }

  /** Frees what it held of its stream. */
  void endStream() {
    program.end(streamSlot);
  }
}
