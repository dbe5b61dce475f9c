package org.polyphony.workload.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongBinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Follows integer registers through a program to the addresses of its memory instructions and to
 * the predicates of its branches. Registers that a loop changes by the same amount in each trip are
 * multiples of its counter.
 */
final class Values {
  private static final Pattern REGISTER =
      Pattern.compile("-?~?\\|?(U?R(?:[0-9]+|Z))(?:\\.\\w+)*\\|?");
  private static final Pattern PREDICATE = Pattern.compile("!?U?P(?:[0-9]|T)");
  private static final Pattern BANK =
      Pattern.compile("-?c\\[0x0\\]\\[(?:(U?R\\w+)\\+?)?(0x[0-9a-f]+)?\\]");
  private static final int GRID = 0xc; // bytes of constant bank 0: block and grid sizes come first
  private static final int DIMENSIONS_END = 0x18;

  private final KernelProfile profile;
  private final int size;
  private final Map<String, Value> registers = new HashMap<>();
  private final Map<String, boolean[]> predicates = new HashMap<>();
  private final IdentityHashMap<SassLine, Value> addresses = new IdentityHashMap<>();
  private final IdentityHashMap<SassLine, Map<String, Value>> operandAddresses =
      new IdentityHashMap<>();
  private final IdentityHashMap<SassLine, boolean[]> conditions = new IdentityHashMap<>();

  private Values(KernelProfile profile) {
    this.profile = profile;
    this.size = profile.threads();
  }

  static Values of(KernelProfile profile, List<Region> program) {
    Values values = new Values(profile);
    values.run(program);
    return values;
  }

  /** Returns the address that an operand named when its instruction was last executed. */
  Value addressOf(SassLine line, String operand) {
    Map<String, Value> of = operandAddresses.get(line);
    return of == null ? null : of.get(operand);
  }

  /** Returns the address of a memory instruction, in bytes; of an LDGSTS, the global one. */
  Value address(SassLine line) {
    return addresses.get(line);
  }

  /**
   * Returns for which threads a guarded instruction or a branch has a true predicate; null if that
   * is not known.
   */
  boolean[] condition(SassLine line) {
    return conditions.get(line);
  }

  private void run(List<Region> regions) {
    for (Region region : regions) {
      if (region instanceof Region.Straight straight) {
        straight.lines().forEach(this::execute);
      } else if (region instanceof Region.Loop loop) {
        loop(loop);
      } else if (region instanceof Region.Part part) {
        run(part.otherwise());
        run(part.body());
      }
    }
  }

  /** Runs a body once with a symbol in each register, to see what a trip adds; then with that. */
  private void loop(Region.Loop loop) {
    Map<String, Value> before = new HashMap<>(registers);
    String prefix = "entry" + loop.id() + ":";
    before.keySet().forEach(r -> registers.put(r, Value.symbol(size, prefix + r)));
    run(loop.body());
    Map<String, Value> after = new HashMap<>(registers);
    String counter = loop.counter();
    for (Map.Entry<String, Value> entry : before.entrySet()) {
      Value end = withInvariants(entry.getKey(), before, after, prefix);
      registers.put(entry.getKey(), atTrip(entry, end, prefix, counter));
    }
    run(loop.body());
  }

  /** Returns a register after a trip, with what others had before the loop if it keeps them. */
  private static Value withInvariants(
      String register, Map<String, Value> before, Map<String, Value> after, String prefix) {
    Value end = after.get(register);
    for (String symbol : after.get(register).coefficients().keySet()) {
      String other = symbol.startsWith(prefix) ? symbol.substring(prefix.length()) : register;
      boolean isOther = !other.equals(register);
      if (isOther && after.get(other).isSymbol() && after.get(other).isOnly(symbol)) {
        end = end.replace(symbol, before.get(other));
      }
    }
    return end;
  }

  private Value atTrip(Map.Entry<String, Value> entry, Value end, String prefix, String counter) {
    String own = prefix + entry.getKey();
    if (end.coefficients().equals(Map.of(own, 1L)) && end.isOnly(own)) {
      long step = end.at(0);
      return step == 0 && end.parameters().isEmpty()
          ? entry.getValue()
          : end.parameters().isEmpty()
              ? entry.getValue().plus(Value.symbol(size, counter).times(step))
              : entry.getValue().plus(Value.symbol(size, counter).times(end.rest(own)));
    }
    Set<String> arguments = new TreeSet<>(entry.getValue().all());
    arguments.add(counter);
    for (String name : end.all()) {
      if (!name.startsWith(prefix)) {
        arguments.add(name);
      }
    }
    return Value.function(size, arguments);
  }

  private void execute(SassLine line) {
    if (!line.guard().isEmpty()) {
      note(line, line.guard());
    } else if (line.isBranch() && line.isConditional()) {
      line.operands().stream()
          .filter(o -> PREDICATE.matcher(o).matches())
          .findFirst()
          .ifPresent(p -> note(line, p));
    }
    line.operands().stream()
        .filter(o -> o.endsWith("]") && !o.contains("c[0x"))
        .reduce((a, b) -> isGlobal(a) ? a : b)
        .ifPresent(o -> addresses.put(line, address(o)));
    if (line.name().equals("UTMALDG")) {
      Map<String, Value> of = new HashMap<>();
      line.operands().stream().filter(o -> o.endsWith("]")).forEach(o -> of.put(o, address(o)));
      operandAddresses.put(line, of);
    }
    if (!line.guard().isEmpty() && line.counts().active() == 0) {
      return;
    }
    compute(line);
  }

  private static boolean isGlobal(String operand) {
    return operand.startsWith("desc[") || operand.contains(".64");
  }

  private void note(SassLine line, String predicate) {
    boolean[] holds = predicates.get(predicate.replace("!", ""));
    if (holds == null) {
      conditions.remove(line);
      return;
    }
    boolean[] found = holds.clone();
    for (int t = 0; predicate.startsWith("!") && t < found.length; t++) {
      found[t] = !found[t];
    }
    conditions.put(line, found);
  }

  private Value address(String operand) {
    String inner = operand.substring(operand.lastIndexOf('[') + 1).replace("]", "");
    Value sum = Value.constant(size, 0);
    for (String part : inner.split("\\+", -1)) {
      sum = sum.plus(read(part.strip()));
    }
    return sum;
  }

  private Value read(String operand) {
    Matcher register = REGISTER.matcher(operand);
    if (register.matches()) {
      String name = register.group(1);
      Value value =
          name.endsWith("Z")
              ? Value.constant(size, 0)
              : registers.getOrDefault(name, Value.parameter(size, "?"));
      Matcher scale = Pattern.compile(".*\\.X(4|8|16)").matcher(operand);
      value = scale.matches() ? value.times(Long.parseLong(scale.group(1))) : value;
      return operand.startsWith("-")
          ? value.times(-1)
          : operand.startsWith("~") ? not(value) : value;
    }
    Matcher bank = BANK.matcher(operand);
    if (bank.matches()) {
      return bank(bank);
    }
    if (operand.matches("-?0x[0-9a-f]{1,16}")) {
      boolean negative = operand.startsWith("-");
      long value = Long.parseUnsignedLong(operand.replaceFirst("-?0x", ""), 16);
      value = operand.length() <= 11 ? (int) value : value;
      return Value.constant(size, negative ? -value : value);
    }
    return Value.parameter(size, "?");
  }

  private Value not(Value value) {
    return value.apply(Value.constant(size, 0), (a, b) -> ~a);
  }

  private Value bank(Matcher bank) {
    long offset =
        bank.group(2) == null ? 0 : Long.parseUnsignedLong(bank.group(2).substring(2), 16);
    if (bank.group(1) != null && !bank.group(1).endsWith("Z")) {
      return Value.function(size, read(bank.group(1)).all());
    }
    if (offset < GRID) {
      return Value.constant(size, profile.block()[(int) offset / 4]);
    }
    return offset < DIMENSIONS_END
        ? Value.constant(size, profile.grid()[(int) (offset - GRID) / 4])
        : Value.parameter(size, "0x" + Long.toHexString(offset));
  }

  private void compute(SassLine line) {
    List<String> operands = new ArrayList<>();
    for (String operand : line.operands()) {
      if (!PREDICATE.matcher(operand).matches()) {
        operands.add(operand);
      }
    }
    if (line.name().equals("STL")) {
      spill(line);
      return;
    }
    if (line.name().endsWith("SETP")) {
      compare(line, operands);
      return;
    }
    if (operands.isEmpty() || !REGISTER.matcher(operands.get(0)).matches()) {
      return;
    }
    String destination = operands.get(0);
    List<String> from = operands.subList(1, operands.size());
    Value value = result(line, from);
    if (value == null) {
      return;
    }
    int number =
        destination.matches("U?R[0-9]+") ? Integer.parseInt(destination.replaceAll("\\D", "")) : -1;
    if (number < 0) {
      return;
    }
    registers.put(destination, value);
    String file = destination.replaceAll("[0-9]", "");
    for (int i = 1; i < RegisterWidths.written(line); i++) {
      registers.put(file + (number + i), second(line, i, value));
    }
  }

  /** A register that is spilled keeps its value in local memory, at an offset in the frame. */
  private void spill(SassLine line) {
    String at = frame(line.operand(0));
    String from = line.operand(1);
    int number = from.matches("R[0-9]+") ? Integer.parseInt(from.substring(1)) : -1;
    for (int i = 0; i < RegisterWidths.ofWidth(line); i++) {
      registers.put(slot(at, i), number < 0 ? read(from) : read("R" + (number + i)));
    }
  }

  private static String frame(String operand) {
    return operand.replaceAll("[\\[\\]]", "");
  }

  private static String slot(String at, int index) {
    String[] parts = at.split("\\+", 2);
    int offset = parts.length < 2 ? 0 : Integer.decode(parts[1]);
    return "local:" + parts[0] + "+" + (offset + 4 * index);
  }

  /** A pair of parameters may be two numbers; else the upper half says nothing new. */
  private Value second(SassLine line, int index, Value first) {
    if (line.name().equals("LDL")) {
      return registers.getOrDefault(slot(frame(line.operands().get(1)), index), first);
    }
    boolean isBank = line.operands().stream().anyMatch(o -> o.startsWith("c[0x0][0x"));
    if (isBank) {
      String text = line.operands().get(line.operands().size() - 1);
      Matcher bank = BANK.matcher(text);
      if (bank.matches() && bank.group(2) != null) {
        long at = Long.parseUnsignedLong(bank.group(2).substring(2), 16) + 4L * index;
        return Value.parameter(size, "0x" + Long.toHexString(at));
      }
    }
    return first.isConstant() && first.at(0) == 0
        ? first
        : first.arguments().contains(Value.DATA)
            ? Value.function(size, Set.of(Value.DATA))
            : Value.parameter(size, "?");
  }

  /** Returns the value of the first destination; null if it is none of integers. */
  private Value result(SassLine line, List<String> from) {
    if (line.has("X") || from.isEmpty()) {
      return from.isEmpty() ? null : Value.parameter(size, "?");
    }
    return switch (line.name()) {
      case "MOV", "UMOV", "R2UR", "MOV32I" -> read(from.get(0));
      case "S2R", "S2UR", "CS2R" -> special(from.get(0));
      case "IADD3", "UIADD3", "IADD", "VIADD", "IADD32I" -> sum(from);
      case "IMAD", "UIMAD" -> multiply(line, from);
      case "LEA", "ULEA" -> lea(line, from);
      case "SHF", "USHF", "SHL", "SHR", "USHL", "USHR" -> shift(line, from);
      case "LOP3", "ULOP3", "LOP", "ULOP" -> logic(from);
      case "LDC", "ULDC" -> read(from.get(0));
      case "LDL" -> registers.getOrDefault(slot(frame(from.get(0)), 0), Value.parameter(size, "?"));
      case "LD", "LDG", "LDS", "ATOM", "ATOMG", "ATOMS", "LDSM", "SHFL" ->
          Value.function(size, Set.of(Value.DATA));
      case "HFMA2" ->
          from.size() == 4 && from.get(2).matches("-?0") && from.get(3).matches("-?0")
              ? Value.constant(size, 0)
              : Value.parameter(size, "?");
      default -> Value.function(size, argumentsOf(from));
    };
  }

  private Set<String> argumentsOf(List<String> from) {
    Set<String> found = new TreeSet<>();
    from.stream().filter(o -> !o.contains("[")).forEach(o -> found.addAll(read(o).all()));
    return found;
  }

  private Value special(String name) {
    return switch (name) {
      case "SR_TID.X", "SR_TID.Y", "SR_TID.Z" -> thread(name.charAt(7) - 'X');
      case "SR_CTAID.X" -> block("bx", profile.grid()[0]);
      case "SR_CTAID.Y" -> block("by", profile.grid()[1]);
      case "SR_CTAID.Z" -> block("bz", profile.grid()[2]);
      case "SR_LANEID" -> thread(3);
      case "SRZ" -> Value.constant(size, 0);
      default -> Value.parameter(size, "?");
    };
  }

  private Value block(String name, int count) {
    return count == 1 ? Value.constant(size, 0) : Value.symbol(size, name);
  }

  private Value thread(int dimension) {
    long[] found = new long[size];
    int x = profile.block()[0];
    int y = profile.block()[1];
    for (int t = 0; t < size; t++) {
      found[t] =
          switch (dimension) {
            case 0 -> t % x;
            case 1 -> t / x % y;
            case 2 -> t / x / y;
            default -> t % 32;
          };
    }
    return Value.ofThreads(found);
  }

  private Value sum(List<String> from) {
    Value sum = Value.constant(size, 0);
    for (String operand : from) {
      sum = sum.plus(read(operand));
    }
    return sum;
  }

  private Value multiply(SassLine line, List<String> from) {
    if (line.has("HI")) {
      return Value.function(size, argumentsOf(from));
    }
    Value c = from.size() > 2 ? read(from.get(2)) : Value.constant(size, 0);
    return read(from.get(0)).times(read(from.get(1))).plus(c);
  }

  private Value lea(SassLine line, List<String> from) {
    if (from.size() < 3) {
      return sum(from);
    }
    Value a = read(from.get(0));
    Value b = read(from.get(1));
    long shift = read(from.get(from.size() - 1)).at(0);
    if (line.has("HI")) {
      Value high = from.size() > 3 ? read(from.get(2)) : Value.constant(size, 0);
      LongBinaryOperator upper = (lo, hi) -> ((hi << 32) | (lo & 0xffffffffL)) >>> (32 - shift);
      Value shifted = a.apply(high, upper);
      return shifted.plus(b);
    }
    return a.times(1L << (shift & 63)).plus(b);
  }

  private Value shift(SassLine line, List<String> from) {
    Value by = read(from.get(Math.min(1, from.size() - 1)));
    boolean left = line.has("L") || line.name().endsWith("HL");
    boolean upper = line.has("HI") && from.size() > 2;
    Value a = read(from.get(upper ? 2 : 0));
    if (left && by.isConstant()) {
      return upper ? a : a.times(1L << (by.at(0) & 63));
    }
    if (!left && !upper && from.size() > 2 && isZero(a) && isNarrow(by)) {
      return read(from.get(2)).times(1L << (32 - by.at(0))); // the upper half, shifted down
    }
    return a.apply(by, (x, s) -> left ? x << s : x >>> s);
  }

  private static boolean isZero(Value value) {
    return value.isConstant() && value.at(0) == 0;
  }

  private static boolean isNarrow(Value shift) {
    return shift.isConstant() && shift.at(0) > 0 && shift.at(0) < 32;
  }

  private Value logic(List<String> from) {
    if (from.size() < 4) {
      return Value.function(size, argumentsOf(from));
    }
    Value a = read(from.get(0));
    Value b = read(from.get(1));
    Value c = read(from.get(2));
    int table = (int) read(from.get(3)).at(0);
    Value low = a.apply(b, (x, y) -> combine(table, x, y, 0));
    Value high = a.apply(b, (x, y) -> combine(table, x, y, -1));
    if (isZero(c)) {
      return low;
    }
    Value mask = high.apply(c, (x, y) -> x & y);
    return low.apply(not(c), (x, y) -> x & y).apply(mask, (x, y) -> x | y);
  }

  /** Applies a table of 8 results to the bits of three numbers. */
  private static long combine(int table, long a, long b, long c) {
    long found = 0;
    for (int row = 0; row < 8; row++) {
      if ((table >> row) % 2 != 0) {
        long first = (row & 4) != 0 ? a : ~a;
        long second = (row & 2) != 0 ? b : ~b;
        long third = (row & 1) != 0 ? c : ~c;
        found |= first & second & third;
      }
    }
    return (int) found;
  }

  private void compare(SassLine line, List<String> from) {
    String to = line.operands().isEmpty() ? "" : line.operands().get(0);
    predicates.remove(to);
    boolean combined = !line.operands().get(line.operands().size() - 1).matches("U?PT");
    if (!line.name().matches("U?ISETP") || from.size() < 2 || combined || line.has("EX")) {
      return;
    }
    Value a = read(from.get(0));
    Value b = read(from.get(1));
    if (!a.isOfThread() || !b.isOfThread() || (a.isConstant() && b.isConstant())) {
      return;
    }
    boolean[] holds = new boolean[size];
    for (int t = 0; t < size; t++) {
      holds[t] = holds(line, Long.compare(a.at(t), b.at(t)));
    }
    predicates.put(to, holds);
  }

  private static boolean holds(SassLine line, int order) {
    if (line.has("LT")) {
      return order < 0;
    }
    if (line.has("LE")) {
      return order <= 0;
    }
    if (line.has("GT")) {
      return order > 0;
    }
    if (line.has("GE")) {
      return order >= 0;
    }
    return line.has("EQ") == (order == 0);
  }
}
