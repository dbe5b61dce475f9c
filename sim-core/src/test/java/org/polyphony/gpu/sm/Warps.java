package org.polyphony.gpu.sm;

import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;

/** A warp table with warps of one kernel in fetched state, to test what stands around it. */
final class Warps {
  static final GpuConfig GPU = new SmallGpu().config();
  static final SmConfig SM = GPU.sm();
  static final int ALU_PORT = 0;
  static final int MEMORY_PORT = SM.pipes().size();

  final WarpTable table = new WarpTable(SM.warps(), Ports.count(SM), true);
  final KernelProgram program;

  /** Launches a thread block in slot 0; its warps lie in slots 0 and up. */
  Warps(Script script, int warps) {
    program = new KernelProgram(0, 0, 0, 0, script.grid(1, 32 * warps).build(), 8, GPU);
    program.stream.begin(0, 0);
    for (int w = 0; w < warps; w++) {
      table.launch(w, program, 0, 0, w);
      table.fetched(table.at(w), 2);
    }
  }

  /** Issues the head of a warp, and returns it. */
  Instruction issue(int slot) {
    Warp warp = table.at(slot);
    Instruction issued = warp.head;
    table.issued(warp);
    if (warp.head != null) {
      table.consider(warp);
    }
    return issued;
  }

  boolean isReady(int warp) {
    return (table.ready() >>> warp & 1) != 0;
  }
}
