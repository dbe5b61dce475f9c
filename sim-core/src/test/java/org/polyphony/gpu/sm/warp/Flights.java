package org.polyphony.gpu.sm.warp;

/** What warps have in flight, and instructions for ports, made by hand. */
public final class Flights {
  private Flights() {}

  /** Lets a warp have one more instruction in flight, without its issue. */
  public static void add(Warp warp) {
    warp.inFlight++;
  }

  public static Instruction at(int port, Instruction like, int banks) {
    Instruction.Registers registers = new Instruction.Registers(banks);
    for (int bank = 0; bank < banks; bank++) {
      registers.sourceBanks[bank] = like.sourceBanks(bank);
      registers.definedBanks[bank] = like.definedBanks(bank);
    }
    Instruction.Label label =
        new Instruction.Label(
            like.index,
            like.kind,
            port,
            like.latency,
            like.interval,
            like.stall,
            like.yields,
            like.width,
            like.flags,
            like.isLocal,
            like.pc,
            like.codeAddress);
    return new Instruction(label, registers);
  }
}
