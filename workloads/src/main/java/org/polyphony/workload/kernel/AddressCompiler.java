package org.polyphony.workload.kernel;

import java.util.Map;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.kernel.ProgramStep.Instruction;

/** Compiles what memory instructions access and checks that they stay inside their arrays. */
final class AddressCompiler {
  private final Map<String, ArrayRange> arrays;
  private final LaneCompiler lanes;

  /**
   * Makes a compiler.
   *
   * @param arrays the arrays of the model and the kernel
   * @param lanes compiles the expressions
   */
  AddressCompiler(Map<String, ArrayRange> arrays, LaneCompiler lanes) {
    this.arrays = arrays;
    this.lanes = lanes;
  }

  /**
   * Compiles an address.
   *
   * @param scope resolves names
   * @param maxima largest value of each variable
   * @param isGuarded whether a condition around it may keep lanes out
   * @throws InvalidInputException when the array is wrong, or the access is surely outside of it,
   *     or may be outside and is not guarded
   */
  Program.Address compile(Instruction instruction, Scope scope, long[] maxima, boolean isGuarded) {
    Place place = instruction.place();
    ArrayRange array = array(instruction);
    Expression index = scope.resolve(instruction.address().index(), place);
    Expression offset = scope.resolve(instruction.address().offset(), place);
    Expression bytes =
        Expression.of(
            Operator.ADD,
            Expression.of(Operator.MULTIPLY, new Expression.Constant(array.elementBytes()), index),
            Expression.of(Operator.ADD, new Expression.Constant(array.address()), offset));
    Bounds bounds = Bounds.of(bytes, maxima);
    long end = array.end() - instruction.widthBytes();
    boolean isProven = bounds.least() >= array.address() && bounds.most() <= end;
    boolean isOutside = bounds.least() > end || bounds.most() < array.address();
    if (isOutside || (!isProven && !isGuarded)) {
      throw outside(instruction, array, bounds);
    }
    return new Program.Address(lanes.compile(bytes, maxima), array, isProven, place);
  }

  private ArrayRange array(Instruction instruction) {
    Place place = instruction.place();
    String name = instruction.address().array();
    ArrayRange array = arrays.get(name);
    if (array == null) {
      throw place.unknown("array", name, arrays.keySet());
    }
    if (array.space() != instruction.space()) {
      throw place.error(
          instruction.mnemonic() + " on " + name + " in " + array.space() + " memory",
          "an array in " + instruction.space() + " memory");
    }
    return array;
  }

  private static InvalidInputException outside(
      Instruction instruction, ArrayRange array, Bounds bounds) {
    long first = bounds.least() - array.address();
    long last = bounds.most() - array.address() + instruction.widthBytes() - 1;
    String access = array.name() + "[" + instruction.address().index() + "]";
    return instruction
        .place()
        .error(
            access + ", bytes " + first + " to " + last + " of the array",
            "bytes 0 to " + (array.bytes() - 1));
  }
}
