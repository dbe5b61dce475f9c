package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;

/** A warp table with warps of one kernel in fetched state, to test what stands around it. */
public final class Warps {
  public static final GpuConfig GPU = new SmallGpu().config();
  public static final SmConfig SM = GPU.sm();
  public static final int ALU_PORT = 0;
  public static final int MEMORY_PORT = SM.pipes().size();

  public final WarpTable table = new WarpTable(SM.warps(), Ports.count(SM), true, 1);
  public final KernelProgram program;

  /** Launches a thread block in slot 0; its warps lie in slots 0 and up. */
  public Warps(Script script, int warps) {
    program = new KernelProgram(0, 0, 0, 0, script.grid(1, 32 * warps).build(), 8, GPU);
    program.stream.begin(0, 0);
    for (int w = 0; w < warps; w++) {
      table.launch(w, program, 0, 0, w);
      table.fetched(table.at(w), 2);
    }
  }

  /** Issues the head of a warp, and returns it. */
  public Instruction issue(int slot) {
    Warp warp = table.at(slot);
    Instruction issued = warp.head;
    table.issued(warp);
    if (warp.head != null) {
      table.consider(warp);
    }
    return issued;
  }

  public boolean isReady(int warp) {
    long ready = 0;
    for (int port = 0; port < Ports.count(SM); port++) {
      ready |= table.states().readyAt(port);
    }
    return (ready >>> warp & 1) != 0;
  }
}
