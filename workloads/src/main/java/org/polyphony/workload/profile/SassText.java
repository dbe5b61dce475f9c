package org.polyphony.workload.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes an instruction of a report in the text form of the model language. */
final class SassText {
  private static final Pattern REGISTER = Pattern.compile("(?<![A-Z])R([0-9]+)");

  /** What has no active lanes takes an issue slot. */
  static final String OFF = "NOP";

  private static final int GROUPS = 4; // of the numbers 0 to 15
  private static final int WARPGROUP = 128; // threads

  private SassText() {}

  /**
   * Returns the text of an instruction.
   *
   * @param address gives the array and byte of a global access
   * @param passes gives the passes over shared memory
   */
  static String of(
      SassLine line, Function<SassLine, String> address, Function<SassLine, String> passes) {
    if (line.isIdle()) {
      return OFF;
    }
    String at = line.isGlobalAccess() ? " @ " + address.apply(line) : "";
    String banks = line.usesBanks() ? "(" + passes.apply(line) + ") " : "";
    return switch (line.name()) {
      case "LD", "LDG" -> "LDG" + modifiers(line) + " " + load(line) + at;
      case "ATOM", "ATOMG" -> "ATOM" + modifiers(line) + " " + load(line) + at + " !nonIdempotent";
      case "ST", "STG" -> "STG" + modifiers(line) + " " + sources(line, 0) + at;
      case "RED", "REDG" ->
          "RED" + modifiers(line) + " " + sources(line, 0) + at + " !nonIdempotent";
      case "LDGSTS", "STS", "STSM" -> line.opcode() + banks + sources(line, 0) + at;
      case "LDS", "LDSM", "ATOMS" -> line.opcode() + banks + load(line);
      case "LDL" -> line.opcode() + " " + load(line) + " @ frame[" + frame(line) + "]";
      case "STL" -> line.opcode() + " " + sources(line, 0) + " @ frame[" + frame(line) + "]";
      case "DEPBAR" -> line.opcode() + "(" + last(line) + ")";
      case "BAR" -> barrier(line);
      case "BRA", "JMP", "CALL", "RET" -> "BRA";
      case "HGMMA", "BGMMA", "IGMMA", "QGMMA" -> multiply(line);
      case "WARPGROUP" ->
          line.has("DEPBAR") ? line.opcode() + "(" + last(line) + ")" : line.opcode();
      case "SYNCS", "STAS", "UTMALDG", "UTMASTG", "NANOSLEEP" -> "NOP";
      case "USETMAXREG" -> line.opcode();
      default -> line.opcode() + plain(line);
    };
  }

  /** With A in shared memory its registers are accumulators only, which nothing waits for. */
  private static String multiply(SassLine line) {
    boolean fromRegisters = !line.operand(1).startsWith("gdesc");
    String from = fromRegisters ? " " + line.operand(1).replaceAll("\\..*", "") : "";
    return line.opcode() + from + (line.operands().contains("gsb0") ? " !commit" : "");
  }

  private static String modifiers(SassLine line) {
    return line.opcode().substring(line.name().length());
  }

  /** Returns the number that the last operand is; 0 if it is none. */
  private static long last(SassLine line) {
    String last = line.operand(Math.max(0, line.operands().size() - 1));
    return last.startsWith("0x") ? line.number(last) : 0;
  }

  /** Several groups of warps that use one number at a time get a number each. */
  private static String barrier(SassLine line) {
    if (line.isBlockBarrier()) {
      return "BAR.SYNC";
    }
    List<String> numbers = line.operands().stream().filter(o -> o.startsWith("0x")).toList();
    if (numbers.size() < 2) { // which barrier it is stands in a register
      long groups = numbers.isEmpty() ? 0 : line.number(numbers.get(0)) / 32;
      return line.has("ARV") || groups == 0
          ? OFF
          : "BAR.SYNC(%d + warp / %d, %d)".formatted(2 * GROUPS, groups, groups * 32);
    }
    long number = line.number(numbers.get(0));
    long threads = line.number(numbers.get(1));
    String own =
        number < GROUPS && threads >= WARPGROUP
            ? number + " + " + GROUPS + " * (warp / " + threads / 32 + " % " + GROUPS + ")"
            : Long.toString(number);
    return (line.has("ARV") ? "BAR.ARV(" : "BAR.SYNC(") + own + ", " + threads + ")";
  }

  static long frame(SassLine line) {
    for (String operand : line.operands()) {
      Matcher matcher = Pattern.compile("\\[U?R\\w+(?:\\+(0x[0-9a-f]+))?\\]").matcher(operand);
      if (matcher.matches()) {
        return matcher.group(1) == null ? 0 : line.number(matcher.group(1));
      }
    }
    return 0;
  }

  private static String load(SassLine line) {
    return destinations(line) + " = " + sources(line, 1);
  }

  private static String plain(SassLine line) {
    boolean hasDestination =
        !line.operands().isEmpty()
            && REGISTER.matcher(line.operands().get(0)).matches()
            && !line.name().startsWith("ST");
    String from = sources(line, hasDestination ? 1 : 0);
    if (hasDestination) {
      return " " + destinations(line) + " = " + from;
    }
    return from.isEmpty() ? "" : " " + from;
  }

  private static String destinations(SassLine line) {
    for (String operand : line.operands()) {
      Matcher matcher = REGISTER.matcher(operand);
      if (matcher.matches()) {
        return row(Integer.parseInt(matcher.group(1)), RegisterWidths.written(line));
      }
      if (!operand.matches("!?U?PT?[0-9]?")) {
        break;
      }
    }
    return "";
  }

  private static String row(int first, int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count && first + i < 255; i++) {
      names.add("R" + (first + i));
    }
    return String.join(", ", names);
  }

  /** Returns the registers that the operands from an index on read. */
  private static String sources(SassLine line, int from) {
    List<String> found = new ArrayList<>();
    int index = 0;
    int skipped = 0;
    for (String operand : line.operands()) {
      if (operand.matches("!?U?PT?[0-9]?")) {
        continue;
      }
      if (skipped++ < from) {
        continue;
      }
      Matcher matcher = REGISTER.matcher(operand);
      boolean isAddress = operand.contains("[");
      while (matcher.find()) {
        boolean isWide = operand.startsWith(".64", matcher.end());
        int count = isAddress ? (isWide ? 2 : 1) : RegisterWidths.read(line, index);
        found.add(row(Integer.parseInt(matcher.group(1)), count));
      }
      index += isAddress ? 0 : 1;
    }
    return String.join(", ", found.stream().filter(f -> !f.isEmpty()).toList());
  }
}
