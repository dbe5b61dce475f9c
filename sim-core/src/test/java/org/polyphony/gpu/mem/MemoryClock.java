package org.polyphony.gpu.mem;

/** Runs single cycles of a memory system whose SMs see at once what it does. */
public final class MemoryClock {
  private MemoryClock() {}

  public static void tick(MemorySystem memory, long cycle) {
    memory.toMemory();
    memory.tick(cycle);
    memory.toSms();
  }
}
