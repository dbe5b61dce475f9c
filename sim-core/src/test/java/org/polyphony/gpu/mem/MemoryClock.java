package org.polyphony.gpu.mem;

/** Runs single cycles of a memory system whose few SMs see at once what it does. */
public final class MemoryClock {
  private MemoryClock() {}

  /** Runs a cycle. */
  public static void tick(MemorySystem memory, int sms, long cycle) {
    begin(memory, sms);
    memory.tick(cycle);
    memory.toSms(0);
  }

  /** Shows the memory system what its SMs have sent and taken. */
  static void begin(MemorySystem memory, int sms) {
    for (int sm = 0; sm < sms; sm++) {
      memory.toMemory(sm);
    }
  }
}
