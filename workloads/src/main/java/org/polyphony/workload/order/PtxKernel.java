package org.polyphony.workload.order;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/**
 * The text of a kernel in PTX: its instructions in order, and the loops that its branches back
 * make. Loads of parameters and of constant memory count as arithmetic: in SASS they are operands.
 *
 * @param name as the source has it, without namespaces
 * @param text its instructions
 * @param loops from the label of a branch back to that branch
 */
public record PtxKernel(String name, List<Operation> text, List<LoadUse.Range> loops) {
  private static final Pattern ENTRY =
      Pattern.compile("\\.entry\\s+(\\w+)\\s*\\([^)]*\\)[^{]*\\{\\n(.*?)\\n\\}", Pattern.DOTALL);
  private static final Pattern MANGLED = Pattern.compile("_Z(\\d+)(\\w+)");
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(\\$?\\w+):|(?:@!?(%\\w+)\\s+)?([a-z]\\w*(?:\\.[\\w:]+)*)([^;{]*(?:\\{[^;]*)?);");
  private static final Pattern REGISTER = Pattern.compile("%[a-z]+\\d+");
  private static final Pattern LABEL = Pattern.compile("\\$\\w+");

  /** Reads the kernels of a file's text. */
  public static List<PtxKernel> read(String ptx) {
    List<PtxKernel> kernels = new ArrayList<>();
    String plain = ptx.replaceAll("//[^\\n]*", "");
    for (MatchResult entry : ENTRY.matcher(plain).results().toList()) {
      Reader reader = new Reader();
      reader.read(entry.group(2));
      kernels.add(new PtxKernel(plainName(entry.group(1)), reader.text, reader.loops));
    }
    return kernels;
  }

  /** Returns how its loads stand to their first uses. */
  public LoadUse loads() {
    return LoadUse.of(text, loops);
  }

  private static String plainName(String name) {
    Matcher mangled = MANGLED.matcher(name);
    return mangled.matches()
        ? mangled.group(2).substring(0, Integer.parseInt(mangled.group(1)))
        : name;
  }

  /** Reads the body of one kernel. */
  private static final class Reader {
    final List<Operation> text = new ArrayList<>();
    final List<LoadUse.Range> loops = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>(); // of registers
    private final Map<String, Integer> labels = new HashMap<>();

    void read(String body) {
      String code = body.replaceAll("(?m)^\\s*\\.[^;]*;", ""); // declarations
      for (MatchResult statement : STATEMENT.matcher(code).results().toList()) {
        if (statement.group(1) != null) {
          labels.put(statement.group(1), text.size());
        } else {
          add(statement.group(3), statement.group(4), statement.group(2));
        }
      }
    }

    private void add(String opcode, String operands, String guard) {
      OpClass opClass = opClass(opcode);
      int end = opClass == OpClass.STORE || opClass == OpClass.BRANCH ? 0 : firstEnd(operands);
      int[] writes = registers(operands.substring(0, end));
      String read = operands.substring(end) + (guard == null ? "" : guard);
      text.add(new Operation(opClass, space(opcode), writes, registers(read)));
      if (opClass == OpClass.BRANCH) {
        Matcher label = LABEL.matcher(operands);
        if (label.find() && labels.containsKey(label.group())) {
          loops.add(new LoadUse.Range(labels.get(label.group()), text.size()));
        }
      }
    }

    /** Returns the end of the first operand, which may be a vector in braces. */
    private static int firstEnd(String operands) {
      int comma = operands.indexOf(',', Math.max(0, operands.indexOf('}')));
      boolean isVector = operands.strip().startsWith("{");
      int end = isVector ? comma : operands.indexOf(',');
      return end < 0 ? operands.length() : end;
    }

    private int[] registers(String operands) {
      return REGISTER
          .matcher(operands)
          .results()
          .mapToInt(r -> numbers.computeIfAbsent(r.group(), name -> numbers.size()))
          .toArray();
    }

    private static OpClass opClass(String opcode) {
      String base = opcode.split("\\.", 2)[0];
      return switch (base) {
        case "ld", "ldu" ->
            opcode.contains(".param") || opcode.contains(".const") ? OpClass.INT : OpClass.LOAD;
        case "tex", "tld4" -> OpClass.TEXTURE;
        case "st", "red" -> OpClass.STORE;
        case "atom" -> OpClass.ATOMIC;
        case "bar", "barrier" -> OpClass.BARRIER;
        case "membar", "fence" -> OpClass.FENCE;
        case "bra", "brx", "call" -> OpClass.BRANCH;
        case "ret", "exit", "trap" -> OpClass.EXIT;
        default -> OpClass.INT;
      };
    }

    private static MemorySpace space(String opcode) {
      if (opcode.contains(".shared")) {
        return MemorySpace.SHARED;
      }
      return opcode.contains(".local") ? MemorySpace.LOCAL : MemorySpace.GLOBAL;
    }
  }
}
