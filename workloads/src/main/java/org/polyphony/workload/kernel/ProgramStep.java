package org.polyphony.workload.kernel;

import java.util.List;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.Fidelity;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.fidelity.SassFidelity;
import org.polyphony.workload.sass.SassMnemonic;

/** One step of a kernel's program, repetitions already written out. */
sealed interface ProgramStep {
  /** Returns where it stands. */
  Place place();

  /**
   * An instruction.
   *
   * @param space the memory, {@link MemorySpace#NONE} when it accesses none
   * @param operands expressions: immediate operands, such as the groups that may be pending
   * @param address what it accesses; null when it accesses nothing, or shared memory in as many
   *     passes as its operand says
   * @param target where an asynchronous copy arrives or what it signals; null when there is none
   * @param flags sum of the flags of {@link org.polyphony.gpu.kernel.InstructionTable}
   * @param stall what its machine code tells the warp scheduler
   */
  record Instruction(
      Place place,
      String mnemonic,
      OpClass opClass,
      List<String> destinations,
      List<String> sources,
      MemorySpace space,
      List<String> operands,
      Address address,
      Address target,
      int widthBytes,
      int flags,
      Stall stall)
      implements ProgramStep {
    /** Returns how many operands a stream gives: the immediate ones, then the target's address. */
    int operandCount() {
      return operands.size() + (target == null ? 0 : 1);
    }

    InvalidInputException error(String found, String allowed) {
      return place.error(found, allowed);
    }

    /** Returns its side effect. */
    Effect effect() {
      return SassMnemonic.ofModel(mnemonic).effect(operandCount());
    }

    /** Returns how closely it is executed; an opcode of the model's own is what its class says. */
    Fidelity fidelity() {
      String opcode = mnemonic.split("\\.", 2)[0];
      return SassFidelity.knows(opcode)
          ? SassFidelity.ofModel(mnemonic, space != MemorySpace.NONE, !operands.isEmpty())
          : Fidelity.EXACT;
    }
  }

  /**
   * What the compiler has written into the machine code of an instruction for the warp scheduler.
   *
   * @param cycles after these its warp may issue the next one, 1 to 63; 0: not known
   * @param yields another warp should issue next
   */
  record Stall(int cycles, boolean yields) {
    static final Stall UNKNOWN = new Stall(0, false);
  }

  /**
   * An element of an array.
   *
   * @param array the array's name
   * @param index expression: element index
   * @param offset expression: bytes from the element's start
   */
  record Address(String array, String index, String offset) {}

  /**
   * A loop: counted, while a condition holds, or over the tiles that a cluster draws.
   *
   * @param counter name of the variable that counts from 0
   * @param trips expression, evaluated at entry; of a counted loop, else null
   * @param condition expression, evaluated before each trip; of a while loop, else null
   * @param limit expression: most trips of a while loop, or tiles of the launch; else null
   * @param tile name of the variable that has the tile of a trip; of a drawn loop, else null
   */
  record Loop(
      Place place,
      String counter,
      String trips,
      String condition,
      String limit,
      String tile,
      List<ProgramStep> body)
      implements ProgramStep {
    boolean isDrawn() {
      return tile != null;
    }
  }

  /** A branch: lanes where the condition holds take one body, the others the other. */
  record If(Place place, String condition, List<ProgramStep> thenBody, List<ProgramStep> elseBody)
      implements ProgramStep {}

  /** Predicated instructions: issued whatever the condition, active where it holds. */
  record Predicated(Place place, String condition, List<ProgramStep> body) implements ProgramStep {}

  /** Lanes where the condition holds end here. */
  record Exit(Place place, String condition) implements ProgramStep {}
}
