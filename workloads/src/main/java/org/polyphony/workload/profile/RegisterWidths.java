package org.polyphony.workload.profile;

/** How many registers in a row an instruction reads or writes at an operand. */
final class RegisterWidths {
  private RegisterWidths() {}

  /** Returns the registers of the first destination. */
  static int written(SassLine line) {
    return switch (line.name()) {
      case "LD", "LDG", "LDS", "LDL", "LDC", "ULDC", "ATOM", "ATOMG", "ATOMS", "TEX" ->
          ofWidth(line);
      case "LDSM" -> line.has("4") ? 4 : line.has("2") ? 2 : 1;
      case "IMAD", "UIMAD" -> line.has("WIDE") ? 2 : 1;
      case "DADD", "DMUL", "DFMA" -> 2;
      case "CS2R" -> line.has("32") ? 1 : 2;
      case "UIADD3" -> line.has("64") ? 2 : 1;
      case "F2F", "I2F" -> line.opcode().matches("[FI]2F\\.F64\\..*") ? 2 : 1;
      case "HMMA" -> line.has("F32") ? 4 : 2;
      case "IMMA" -> line.has("8816") ? 2 : 4;
      case "DMMA" -> line.has("884") ? 4 : 8;
      default -> 1;
    };
  }

  /** Returns the registers of the data of an access. */
  static int ofWidth(SassLine line) {
    return line.has("128") ? 4 : line.has("64") ? 2 : 1;
  }

  /**
   * Returns the registers of source operand {@code index}, the first one behind the destination.
   */
  static int read(SassLine line, int index) {
    return switch (line.name()) {
      case "DADD", "DMUL", "DFMA", "DSETP" -> 2;
      case "IMAD", "UIMAD" -> line.has("WIDE") && index == 2 ? 2 : 1;
      case "HMMA" ->
          index == 0
              ? (line.has("16816") ? 4 : 2)
              : index == 1 ? (line.has("16816") ? 2 : 1) : written(line);
      case "ST", "STG", "STS", "STL", "RED", "REDG" -> ofWidth(line);
      case "STSM" -> line.has("4") ? 4 : line.has("2") ? 2 : 1;
      default -> 1;
    };
  }
}
