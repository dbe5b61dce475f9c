package org.polyphony.bench;

import java.util.List;
import java.util.regex.Pattern;

/** A part of the simulator to which time is charged: that of the innermost call that is known. */
enum DevicePart {
  STREAMS("instruction streams", "workload\\..*"),
  ISSUE("issue stage, schedulers", "gpu\\.sm\\.IssueStage"),
  COLLECTORS("operand collectors", "gpu\\.sm\\.OperandCollectors"),
  PIPES("execution pipes", "gpu\\.sm\\.ExecutionPipes"),
  FETCH("instruction fetch", "gpu\\.sm\\.InstructionFetch"),
  L1("L1 data cache", "gpu\\.sm\\.L1DataCache"),
  LOAD_STORE("load/store unit", "gpu\\.sm\\.LoadStoreUnit"),
  SM("rest of an SM", "gpu\\.sm\\.Sm"),
  NETWORK("crossbar network", "gpu\\.mem\\.CrossbarNetwork"),
  L2("L2 cache", "gpu\\.mem\\.L2(Slice|Cache)"),
  DRAM("DRAM channels", "gpu\\.mem\\.DramChannel"),
  MEMORY("rest of the memory system", "gpu\\.mem\\.MemorySystem"),
  SHARING(
      "policies, thread-block scheduler", "(policy|multiprogram)\\..*|gpu\\.ThreadBlockScheduler"),
  DEVICE("visits to SMs and memory", "gpu\\.(SmArray|Gpu)"),
  OTHER("all else", "");

  private final String label;
  private final Pattern classes;

  /** The classes and those within them. */
  DevicePart(String label, String classes) {
    this.label = label;
    this.classes = Pattern.compile("org\\.polyphony\\.(" + classes + ")(\\$.*)?");
  }

  /** Returns the name in tables. */
  String label() {
    return label;
  }

  /**
   * Returns the part that was at work; helpers, as a table of tags, count for their caller.
   *
   * @param classes of the methods on the stack, innermost first
   */
  static DevicePart of(List<String> classes) {
    for (String type : classes) {
      for (DevicePart part : values()) {
        if (part.classes.matcher(type).matches()) {
          return part;
        }
      }
    }
    return OTHER;
  }
}
