package org.polyphony.gpu.mem;

/** Runs single cycles of a memory system whose few SMs see at once what it does. */
public final class MemoryClock {
  private MemoryClock() {}

  /** Runs a cycle. */
  public static void tick(MemorySystem memory, long cycle) {
    begin(memory);
    memory.tick(cycle);
    memory.toSms(0);
  }

  /** Shows the memory system what its SMs have sent and taken. */
  static void begin(MemorySystem memory) {
    for (int sm = 0; sm < memory.sms(); sm++) {
      memory.toMemory(sm);
    }
  }
}
