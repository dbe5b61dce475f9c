package org.polyphony.workload.profile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Puts called functions in the place of their calls.
 *
 * <p>A report lists a function once, with the executions of all its calls. Each call gets a copy,
 * at addresses of its own, with its share of them; its return is a branch behind the call. A
 * function that calls itself stays a branch.
 */
final class Calls {
  private static final int DEEPEST = 8; // calls within calls
  private static final int MOST = 1 << 16; // instructions of copies
  private static final int COPY_SHIFT = 48; // of addresses, above those of code

  private final NavigableMap<Long, SassLine> code = new TreeMap<>();
  private final List<SassLine> copies = new ArrayList<>();
  private long copy;

  private Calls(List<SassLine> code) {
    code.forEach(line -> this.code.put(line.address(), line));
  }

  /** Returns the code with a copy of its function for each call that was executed. */
  static List<SassLine> inlined(List<SassLine> code) {
    if (code.stream().noneMatch(Calls::isCall)) {
      return code;
    }
    Calls calls = new Calls(code);
    Set<Long> functions = calls.functions();
    List<SassLine> all = new ArrayList<>();
    for (SassLine line : code) {
      if (!functions.contains(line.address())) {
        all.add(isCall(line) ? calls.enter(line, 1, 0, 0) : line);
      }
    }
    all.addAll(calls.copies);
    return List.copyOf(all);
  }

  /** Returns the addresses of all functions that are called. */
  private Set<Long> functions() {
    Set<Long> found = new HashSet<>();
    code.values().stream()
        .filter(Calls::isCall)
        .flatMap(call -> function(call.target()).stream())
        .forEach(line -> found.add(line.address()));
    return found;
  }

  private static boolean isCall(SassLine line) {
    return line.name().equals("CALL") && line.isExecuted() && line.target() >= 0;
  }

  private static boolean isReturn(SassLine line) {
    return line.name().equals("RET") && line.isExecuted();
  }

  /**
   * Copies the function of a call and returns the branch that takes the place of the call.
   *
   * @param share of the executions of the call that this copy of it has
   * @param space added to the addresses of the code that calls
   * @param depth calls that lead to this one
   */
  private SassLine enter(SassLine call, double share, long space, int depth) {
    List<SassLine> function = function(call.target());
    if (function.isEmpty() || depth >= DEEPEST || copies.size() >= MOST) {
      return call.at(call.address() + space).times(share);
    }
    double entries = function.get(0).counts().warps();
    double part = Math.min(1, share * call.counts().warps() / entries);
    long own = ++copy << COPY_SHIFT;
    long behind = call.address() + space + SassLine.BYTES;
    for (SassLine line : function) {
      SassLine moved;
      if (isCall(line)) {
        moved = enter(line, part, own, depth + 1);
      } else if (isReturn(line)) {
        moved = line.branchTo(behind).at(line.address() + own).times(part);
      } else {
        boolean isInside = line.isBranch() && line.target() >= 0;
        SassLine branch = isInside ? line.branchTo(line.target() + own) : line;
        moved = branch.at(line.address() + own).times(part);
      }
      copies.add(moved);
    }
    return call.branchTo(call.target() + own).at(call.address() + space).times(share);
  }

  /** Returns the executed instructions of a function, from its first to its last return. */
  private List<SassLine> function(long entry) {
    List<SassLine> found = new ArrayList<>();
    int end = 0;
    long farthest = entry;
    for (SassLine line : code.tailMap(entry).values()) {
      if (!line.isExecuted() && line.address() > farthest) {
        break;
      }
      found.add(line);
      if (line.isBranch() && !isReturn(line) && !isCall(line)) {
        farthest = Math.max(farthest, line.target());
      }
      if (isReturn(line)) {
        end = found.size();
        if (line.address() >= farthest) {
          break;
        }
      }
    }
    boolean isEntry =
        !found.isEmpty() && found.get(0).address() == entry && found.get(0).isExecuted();
    return isEntry ? List.copyOf(found.subList(0, end)) : List.of();
  }
}
