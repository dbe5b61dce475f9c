package org.polyphony.gpu.sm.warp;

import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.OpClass;

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
    InstructionTable.Builder table = new InstructionTable.Builder();
    table.add(like.pc, "INT", OpClass.INT, new int[0], new int[0]);
    InstructionDecoder.Piped piped =
        new InstructionDecoder.Piped(port, like.latency, like.interval, false, false, false, 0);
    return new Instruction(table.build(), 0, piped, like.codeAddress, registers);
  }
}
