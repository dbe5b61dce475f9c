package org.polyphony.gpu.mem;

import java.util.List;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.part.Parts;

/** A memory system with SMs that take every reply as soon as it arrives and note when. */
final class MemoryHarness {
  final MemoryRequests requests;
  final MemoryCounters counters = new MemoryCounters(4);
  final MemorySystem memory;
  final int sms;
  long cycle;
  int replies;
  long lastReply;
  private final StringBuilder log = new StringBuilder();
  private boolean logs = true;

  MemoryHarness(TestDevice device) {
    this(device.gpu());
  }

  MemoryHarness(GpuConfig device) {
    requests = new MemoryRequests(device.sms(), true);
    memory =
        new MemorySystem(device, requests, counters, 0, List.of(), Copies.NONE, new Parts(1, 1));
    sms = device.sms();
  }

  /** Sends a request in the current cycle; returns whether it was accepted. */
  boolean send(int kind, int sm, long address, int byteMask) {
    int request = requests.take(kind, address, sm, 0, 0, byteMask);
    boolean sent = memory.port(sm).trySend(cycle, request);
    if (!sent) {
      requests.free(request);
    }
    return sent;
  }

  boolean read(int sm, long address) {
    return send(MemoryRequests.READ, sm, address, 0);
  }

  boolean write(int sm, long address, int byteMask) {
    return send(MemoryRequests.WRITE, sm, address, byteMask);
  }

  /**
   * Accesses memory and drains: {@code R64 W0/ff+A32/f} is a read, then a write and an atomic that
   * are sent in one cycle, each by an SM of its own, with the bytes of a mask.
   */
  void access(String accesses) {
    for (String together : accesses.split(" ", -1)) {
      int sm = 0;
      for (String each : together.split("\\+", -1)) {
        String[] parts = each.substring(1).split("/", -1);
        int kind =
            switch (each.charAt(0)) {
              case 'R' -> MemoryRequests.READ;
              case 'W' -> MemoryRequests.WRITE;
              default -> MemoryRequests.ATOMIC;
            };
        int mask = parts.length > 1 ? Integer.parseUnsignedInt(parts[1], 16) : 0;
        offer(kind, sm++, Long.parseLong(parts[0]), mask);
      }
      drain();
    }
  }

  /** Sends a request if the crossbar has room. */
  void offer(int kind, int sm, long address, int byteMask) {
    if (memory.port(sm).canSend(cycle, address) && !send(kind, sm, address, byteMask)) {
      throw new AssertionError("refused although there is room");
    }
  }

  void keepLog(boolean keep) {
    logs = keep;
  }

  /** Goes to the next cycle and visits every part; SMs then take their replies. */
  void step() {
    cycle++;
    memory.wakeAll(cycle);
    MemoryClock.tick(memory, sms, cycle);
    takeReplies();
  }

  /** Goes to the next cycle with work, at most to a limit. */
  void jump(long limit) {
    MemoryClock.begin(memory, sms);
    long replyDue = Long.MAX_VALUE;
    for (int sm = 0; sm < sms; sm++) {
      replyDue = Math.min(replyDue, Math.max(cycle + 1, memory.port(sm).nextWork(cycle)));
    }
    cycle = Math.min(limit, Math.min(memory.nextWork(), replyDue));
    if (memory.nextWork() <= cycle) {
      MemoryClock.tick(memory, sms, cycle);
    }
    takeReplies();
  }

  private void takeReplies() {
    for (int sm = 0; sm < sms; sm++) {
      int request = memory.port(sm).reply(cycle);
      if (request != MemoryPort.NONE) {
        memory.port(sm).takeReply(request, cycle);
        note(sm, request);
        requests.free(request);
        replies++;
        lastReply = cycle;
      }
    }
  }

  private void note(int sm, int request) {
    if (logs) {
      log.append(cycle).append(':').append(sm).append(' ');
      log.append(Long.toHexString(requests.address(request))).append('\n');
    }
  }

  /** Runs until all is replied to and written; returns the cycle of the last reply. */
  long drain() {
    for (int i = 0; i < 1_000_000 && !(memory.isIdle() && replies == memory.accepted()); i++) {
      step();
    }
    return lastReply;
  }

  /** Returns every reply: cycle, SM and address. */
  String log() {
    return log.toString();
  }
}
