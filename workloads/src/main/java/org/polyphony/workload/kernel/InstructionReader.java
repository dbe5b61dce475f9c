package org.polyphony.workload.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.kernel.ProgramStep.Address;
import org.polyphony.workload.kernel.ProgramStep.Instruction;
import org.polyphony.workload.kernel.ProgramStep.Stall;
import org.polyphony.workload.sass.SassMnemonic;
import org.polyphony.workload.sass.SassOpcodes;

/**
 * Reads one instruction, from its text form {@code MNEMONIC(operands)*count:stall destinations =
 * sources @ array[index] + bytes -> target[index] + bytes !flag} or from an object.
 */
final class InstructionReader {
  private static final Pattern REGISTER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern MNEMONIC = Pattern.compile("[A-Za-z0-9_.]+");
  private static final Pattern FLAG = Pattern.compile("\\s!(?=[A-Za-z0-9]*\\s*(?:!|$))");
  private static final Pattern ADDRESS =
      Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)\\[(.*)\\](?:\\s*\\+(.*))?");
  private static final Map<String, Integer> FLAGS =
      Map.of(
          "bypassL1", InstructionTable.BYPASS_L1,
          "readOnly", InstructionTable.READ_ONLY,
          "nonIdempotent", InstructionTable.NON_IDEMPOTENT,
          "commit", InstructionTable.COMMITS);
  private static final Map<String, OpClass> CLASSES = byName(OpClass.values());
  private static final Map<String, MemorySpace> SPACES = byName(MemorySpace.values());
  private static final int MOST_COPIES = 1000;
  private static final int MOST_STALL = 63; // cycles

  private InstructionReader() {}

  private static <E extends Enum<E>> Map<String, E> byName(E[] values) {
    return Arrays.stream(values).collect(Collectors.toMap(Enum::name, Function.identity()));
  }

  /** Reads instructions in text form, separated by semicolons. */
  static List<ProgramStep> readText(String text, Place place) {
    List<ProgramStep> steps = new ArrayList<>();
    for (String one : text.split(";", -1)) {
      readOne(one.strip(), place, steps);
    }
    return steps;
  }

  private static void readOne(String text, Place place, List<ProgramStep> out) {
    String[] flagParts = FLAG.split(text, -1);
    String[] toParts = flagParts[0].split("->", -1);
    String[] atParts = toParts[0].split("@", -1);
    Operands immediate = Operands.of(atParts[0].strip(), place);
    String[] words = immediate.rest.split("\\s+", 2);
    String operands = words.length > 1 ? words[1].strip() : "";
    int equals = operands.indexOf('=');
    List<String> to = registers(equals < 0 ? "" : operands.substring(0, equals), place);
    List<String> from = registers(operands.substring(equals + 1), place);
    String[] stalled = words[0].split(":", 2);
    Stall stall = stalled.length < 2 ? Stall.UNKNOWN : stall(stalled[1], place);
    String[] copied = stalled[0].split("\\*", 2);
    String mnemonic = copied[0];
    int count = copied.length < 2 ? 1 : number(copied[1], MOST_COPIES, "count", "*", place);
    Address address = atParts.length > 1 ? address(atParts[1].strip(), place) : null;
    Address target = toParts.length > 1 ? address(toParts[1].strip(), place) : null;
    List<String> flags = Arrays.asList(flagParts).subList(1, flagParts.length);
    SassMnemonic sass = SassMnemonic.ofModel(mnemonic);
    boolean isMove = address == null && sass.name().equals("LDC"); // of a parameter, as in a trace
    OpClass opClass = isMove ? OpClass.INT : opClass(sass, place);
    Instruction instruction =
        new Instruction(
            place,
            mnemonic,
            opClass,
            to,
            from,
            isMove ? MemorySpace.NONE : sass.space(),
            immediate.expressions,
            address,
            target,
            sass.space() == MemorySpace.NONE ? 0 : sass.widthBytes(),
            flagSum(flags, opClass, place) | copyFlags(sass),
            stall);
    out.addAll(Collections.nCopies(count, checked(instruction)));
  }

  /** Reads an instruction in object form. */
  static Instruction readObject(ModelNode node) {
    node.onlyKeys(
        "op",
        "class",
        "operands",
        "to",
        "from",
        "space",
        "at",
        "target",
        "width",
        "flags",
        "stall");
    String mnemonic = node.get("op").text();
    SassMnemonic sass = SassMnemonic.ofModel(mnemonic);
    OpClass opClass =
        node.has("class")
            ? node.get("class").named("instruction class", CLASSES)
            : opClass(sass, node.get("op").place());
    Address address = addressOrNull(node, "at");
    int width = node.has("width") ? node.get("width").integer(1, 16) : sass.widthBytes();
    MemorySpace space =
        node.has("space") ? node.get("space").named("memory space", SPACES) : sass.space();
    return checked(
        new Instruction(
            node.place(),
            mnemonic,
            opClass,
            texts(node, "to"),
            texts(node, "from"),
            space,
            node.listOrEmpty("operands").stream().map(ModelNode::expression).toList(),
            address,
            addressOrNull(node, "target"),
            space == MemorySpace.NONE ? 0 : width,
            flagSum(texts(node, "flags"), opClass, node.place()) | copyFlags(sass),
            node.has("stall")
                ? stall(node.get("stall").text(), node.get("stall").place())
                : Stall.UNKNOWN));
  }

  private static Address addressOrNull(ModelNode node, String key) {
    return node.has(key) ? address(node.get(key).text(), node.get(key).place()) : null;
  }

  private static List<String> texts(ModelNode node, String key) {
    return node.listOrEmpty(key).stream().map(ModelNode::text).toList();
  }

  private static OpClass opClass(SassMnemonic sass, Place place) {
    if (sass.isUnknown()) {
      throw place.unknown("instruction class of mnemonic", sass.text(), SassOpcodes.inModels());
    }
    return sass.opClass(sass.space());
  }

  /**
   * The immediate operands of an instruction, in parentheses behind its mnemonic.
   *
   * @param rest the text without them
   */
  private record Operands(List<String> expressions, String rest) {
    static Operands of(String text, Place place) {
      Matcher matcher = MNEMONIC.matcher(text);
      if (!matcher.lookingAt() || !text.startsWith("(", matcher.end())) {
        return new Operands(List.of(), text);
      }
      List<String> expressions = new ArrayList<>();
      int from = matcher.end() + 1;
      int depth = 1;
      for (int i = from; i < text.length(); i++) {
        char c = text.charAt(i);
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (depth == 0 || (depth == 1 && c == ',')) {
          expressions.add(text.substring(from, i).strip());
          from = i + 1;
        }
        if (depth == 0) {
          return new Operands(expressions, matcher.group() + text.substring(from));
        }
      }
      throw place.error("operands \"" + text + "\"", "a closing parenthesis");
    }
  }

  private static Instruction checked(Instruction i) {
    if (i.operandCount() > InstructionTable.MOST_OPERANDS) {
      throw i.error(i.operandCount() + " operands", "at most " + InstructionTable.MOST_OPERANDS);
    }
    if (i.opClass() == OpClass.EXIT) {
      throw i.error(
          "an EXIT instruction", "nothing (the last exit is implied), or {\"exit\": condition}");
    }
    checkAddress(i);
    checkTarget(i);
    if ((i.flags() & InstructionTable.COMMITS) != 0 && i.effect() != Effect.MULTIPLY) {
      throw i.error("!commit of " + i.mnemonic(), "HGMMA, BGMMA, IGMMA or QGMMA");
    }
    return i;
  }

  private static void checkAddress(Instruction i) {
    boolean isPlain = i.effect() == Effect.NONE || i.effect() == Effect.MATRICES;
    boolean ofPasses = i.space() == MemorySpace.SHARED && isPlain;
    boolean statesPasses = ofPasses && i.operands().size() == 1;
    if (ofPasses && statesPasses == (i.address() != null)) {
      throw i.error(
          i.mnemonic() + (statesPasses ? " with passes and an address" : " without an address"),
          "\"@ array[index]\", or the passes over the banks as \"" + i.mnemonic() + "(passes)\"");
    }
    if (!statesPasses && (i.address() == null) != (i.space() == MemorySpace.NONE)) {
      throw i.error(
          i.mnemonic() + (i.address() == null ? " without an address" : " with an address"),
          "\"@ array[index]\" for memory instructions, and for no others");
    }
  }

  private static void checkTarget(Instruction i) {
    boolean hasTarget = i.effect() == Effect.BULK_LOAD || i.effect() == Effect.CLUSTER_STORE;
    if (hasTarget != (i.target() != null)) {
      throw i.error(
          i.mnemonic() + (hasTarget ? " without a target" : " with a target"),
          "\"-> barrier[index]\", the mbarrier, for bulk loads and STAS, and for no others");
    }
  }

  private static int copyFlags(SassMnemonic sass) {
    boolean reduces = sass.effect(1) == Effect.BULK_REDUCE;
    int ofCopy = sass.effect(0) == Effect.COPY ? sass.flags(sass.space()) : 0;
    return reduces ? InstructionTable.NON_IDEMPOTENT : ofCopy;
  }

  private static Stall stall(String text, Place place) {
    boolean yields = text.endsWith("y");
    String cycles = yields ? text.substring(0, text.length() - 1) : text;
    return new Stall(number(cycles, MOST_STALL, "stall", ":", place), yields);
  }

  private static int number(String text, int most, String what, String sign, Place place) {
    if (!text.matches("[1-9][0-9]{0,3}") || Integer.parseInt(text) > most) {
      throw place.error(what + " \"" + text + "\"", "1 to " + most + " after the " + sign);
    }
    return Integer.parseInt(text);
  }

  private static List<String> registers(String text, Place place) {
    List<String> names = new ArrayList<>();
    for (String name : text.strip().split(",", -1)) {
      String register = name.strip();
      if (!register.isEmpty() && !REGISTER.matcher(register).matches()) {
        throw place.error("register \"" + register + "\"", "a name, R0 to R254, or RZ");
      }
      if (!register.isEmpty()) {
        names.add(register);
      }
    }
    return names;
  }

  private static Address address(String text, Place place) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches()) {
      throw place.error("address \"" + text + "\"", "array[index] or array[index] + bytes");
    }
    String offset = matcher.group(3) == null ? "0" : matcher.group(3);
    return new Address(matcher.group(1), matcher.group(2), offset);
  }

  private static int flagSum(List<String> names, OpClass opClass, Place place) {
    int sum = opClass == OpClass.TEXTURE ? InstructionTable.READ_ONLY : 0;
    if (opClass == OpClass.ATOMIC) {
      sum |= InstructionTable.BYPASS_L1;
    }
    for (String name : names) {
      Integer flag = FLAGS.get(name.strip());
      if (flag == null) {
        throw place.unknown("flag", name.strip(), Set.copyOf(FLAGS.keySet()));
      }
      sum |= flag;
    }
    return sum;
  }
}
