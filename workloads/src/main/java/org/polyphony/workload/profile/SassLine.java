package org.polyphony.workload.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.input.InvalidInputException;

/**
 * One SASS instruction of a report, with what the launch did at it.
 *
 * @param address in memory, bytes
 * @param guard predicate in front of it, such as {@code !P0}; empty without one
 * @param opcode with its modifiers
 * @param operands as written
 * @param counts what the profiler counted
 */
record SassLine(long address, String guard, String opcode, List<String> operands, Counts counts) {
  /** Bytes of an instruction of Volta and newer. */
  static final int BYTES = 16;

  private static final Set<String> GLOBAL =
      Set.of("LD", "LDG", "ST", "STG", "ATOM", "ATOMG", "RED", "REDG", "LDGSTS");
  private static final Set<String> BANKS = Set.of("LDS", "LDSM", "ATOMS", "STS", "STSM", "LDGSTS");
  private static final Set<String> BRANCHES = Set.of("BRA", "JMP", "CALL", "RET", "BRX", "BRXU");

  private static final Pattern TEXT =
      Pattern.compile("(?:@(!?U?P\\w+)\\s+)?([A-Z][A-Za-z0-9_.]*)(?:\\s+(.*))?");

  /**
   * Counters of an instruction over the launch.
   *
   * @param warps warp instructions executed
   * @param threads thread instructions executed, predicated off or not
   * @param active thread instructions executed with a true predicate
   * @param divergent executions of a branch whose lanes parted
   * @param tags cache lines looked up in L1, summed over requests
   * @param sectors sectors of global memory that the requests touched
   * @param wavefronts passes over the banks of shared memory
   */
  record Counts(
      long warps,
      long threads,
      long active,
      long divergent,
      long tags,
      long sectors,
      long wavefronts) {
    /** Returns a share of all counters; what was executed stays so. */
    Counts times(double share) {
      return new Counts(
          part(warps, share),
          part(threads, share),
          part(active, share),
          Math.round(divergent * share),
          Math.round(tags * share),
          Math.round(sectors * share),
          Math.round(wavefronts * share));
    }

    private static long part(long count, double share) {
      return count == 0 ? 0 : Math.max(1, Math.round(count * share));
    }

    /** Returns the active lanes of an execution, 0 to 32. */
    double lanes() {
      return warps == 0 ? 0 : (double) active / warps;
    }
  }

  /** Parses an instruction; returns null if the text is none. */
  static SassLine parse(long address, String text, Counts counts) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      return null;
    }
    String guard = matcher.group(1) == null ? "" : matcher.group(1);
    String rest = matcher.group(3) == null ? "" : matcher.group(3);
    return new SassLine(address, guard, matcher.group(2), split(rest), counts);
  }

  /** Splits at commas outside of brackets. */
  private static List<String> split(String operands) {
    List<String> found = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i <= operands.length(); i++) {
      char c = i < operands.length() ? operands.charAt(i) : ',';
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && depth <= 0) {
        String operand = operands.substring(from, i).strip();
        from = i + 1;
        if (!operand.isEmpty()) {
          found.add(operand);
        }
      }
    }
    return List.copyOf(found);
  }

  /** Returns the same instruction with the counters of another one. */
  SassLine executedLike(SassLine other) {
    return new SassLine(address, guard, opcode, operands, other.counts);
  }

  /** Returns the same instruction at another address. */
  SassLine at(long other) {
    return new SassLine(other, guard, opcode, operands, counts);
  }

  /** Returns the same instruction with a share of its executions. */
  SassLine times(double share) {
    return share == 1 ? this : new SassLine(address, guard, opcode, operands, counts.times(share));
  }

  /** Returns a branch to an address in the place of a branch, a call or a return. */
  SassLine branchTo(long to) {
    List<String> changed = new ArrayList<>(operands);
    changed.removeIf(operand -> !operand.matches("!?U?P(?:[0-9]|T)"));
    changed.add("0x" + Long.toHexString(to));
    return new SassLine(address, guard, name().equals("BRA") ? opcode : "BRA", changed, counts);
  }

  /** Returns the opcode without modifiers. */
  String name() {
    int dot = opcode.indexOf('.');
    return dot < 0 ? opcode : opcode.substring(0, dot);
  }

  /** Returns whether the opcode has a modifier. */
  boolean has(String modifier) {
    return ("." + opcode + ".").contains("." + modifier + ".");
  }

  boolean isExecuted() {
    return counts.warps > 0;
  }

  boolean isExit() {
    return name().equals("EXIT");
  }

  /** Returns whether it accessed global memory. */
  boolean isGlobalAccess() {
    return GLOBAL.contains(name()) && counts.active > 0;
  }

  /** Returns whether it passed over the banks of shared memory. */
  boolean usesBanks() {
    return BANKS.contains(name()) && counts.active > 0;
  }

  /** Returns whether it accesses global memory or the banks, or waits, but had no active lane. */
  boolean isIdle() {
    boolean acts = GLOBAL.contains(name()) || BANKS.contains(name()) || name().equals("BAR");
    return counts.active == 0 && acts;
  }

  /** Returns whether it is a barrier of all threads of the block. */
  boolean isBlockBarrier() {
    return name().equals("BAR") && operands.size() < 2 && !isIdle();
  }

  /** Returns whether it may continue somewhere else than at the next instruction. */
  boolean isBranch() {
    return BRANCHES.contains(name());
  }

  /** Returns whether a branch or exit depends on a condition: a guard or a predicate operand. */
  boolean isConditional() {
    return (!guard.isEmpty() && !guard.equals("PT"))
        || has("DIV")
        || ((isBranch() || isExit()) && operands.stream().anyMatch(o -> o.matches("!?U?P[0-9]+")));
  }

  /** Returns the address that a branch names; -1 if none. */
  long target() {
    String last = operands.isEmpty() ? "" : operands.get(operands.size() - 1);
    return last.startsWith("0x") ? number(last) : -1;
  }

  /**
   * Returns an operand.
   *
   * @throws InvalidInputException if the instruction does not have as many
   */
  String operand(int index) {
    if (index >= operands.size()) {
      String found = operands.size() + " operands, allowed: at least " + (index + 1);
      throw new InvalidInputException(
          "\"" + this + "\" at 0x" + Long.toHexString(address) + ": found " + found);
    }
    return operands.get(index);
  }

  /**
   * Returns the value of a hexadecimal operand of at most 64 bits.
   *
   * @throws InvalidInputException if it is none
   */
  long number(String operand) {
    if (!operand.matches("0x[0-9a-f]{1,16}")) {
      String found = "\"" + operand + "\", allowed: a hexadecimal number of at most 64 bits";
      throw new InvalidInputException(
          "\"" + this + "\" at 0x" + Long.toHexString(address) + ": found " + found);
    }
    return Long.parseUnsignedLong(operand.substring(2), 16);
  }

  @Override
  public String toString() {
    return (guard.isEmpty() ? "" : "@" + guard + " ") + opcode + " " + String.join(", ", operands);
  }
}
