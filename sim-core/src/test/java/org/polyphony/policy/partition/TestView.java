package org.polyphony.policy.partition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.polyphony.gpu.KernelTraffic;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.testing.Devices;

/** A device of which a test says what runs; kernel rows count from 0 in the order added. */
public final class TestView implements DeviceView {
  private final GpuConfig config;
  private final int processes;
  private final Quotas quotas;
  private final List<Integer> process = new ArrayList<>();
  private final List<ThreadBlockNeed> need = new ArrayList<>();
  private final List<Long> left = new ArrayList<>();
  private final List<Integer> resident = new ArrayList<>();
  private final Map<Integer, Long> issued = new HashMap<>(); // at SM * 64 + row
  private final Map<Integer, Integer> held = new HashMap<>(); // likewise, if not the quota
  private final Map<Integer, Long> heldCycles = new HashMap<>(); // likewise, if not all
  private final List<Integer> gone = new ArrayList<>(); // rows
  private final Set<Integer> launching = new HashSet<>(); // processes
  private final Set<Integer> fragmented = new HashSet<>(); // SMs
  private final Map<Integer, Integer> priorities = new HashMap<>(); // by process
  private boolean settled = true;
  private final Map<Integer, long[]> stalls = new HashMap<>(); // by SM: all, for memory

  public TestView(int sms, int processes) {
    this.config = Devices.gpu("sms", sms);
    this.processes = processes;
    this.quotas = new Quotas(sms);
  }

  @Override
  public DeviceView part(GpuConfig part, int firstSm, List<Integer> ofPart) {
    throw new UnsupportedOperationException("a whole device");
  }

  /** Adds a kernel of small thread blocks: only threads count. */
  public TestView add(int ofProcess, int threads, long threadBlocks) {
    return add(ofProcess, threads, 16, 0, threadBlocks);
  }

  public TestView add(int ofProcess, int threads, int registers, int shared, long threadBlocks) {
    process.add(ofProcess);
    need.add(ThreadBlockNeed.of(config.sm(), threads, registers, shared));
    left.add(threadBlocks);
    resident.add(0);
    return this;
  }

  public TestView withResident(int row, int threadBlocks) {
    resident.set(row, threadBlocks);
    return this;
  }

  /** Takes a kernel off the list: it has nothing left to launch. */
  public TestView remove(int row) {
    gone.add(row);
    return this;
  }

  /** Puts a kernel that was taken off back: its process launches again. */
  public TestView restore(int row) {
    gone.remove(Integer.valueOf(row));
    return this;
  }

  public TestView withPriority(int ofProcess, int priority) {
    priorities.put(ofProcess, priority);
    return this;
  }

  /** Lets a process have launched a kernel that has not started, or not any more. */
  public TestView launching(int ofProcess, boolean isLaunching) {
    if (isLaunching) {
      launching.add(ofProcess);
    } else {
      launching.remove(ofProcess);
    }
    return this;
  }

  /** Lets a kernel issue thread instructions on one SM. */
  public TestView issue(int sm, int row, long threadInstructions) {
    issued.merge(sm * 64 + row, threadInstructions, Long::sum);
    return this;
  }

  /** Sets the thread blocks of a kernel on one SM, which holds its quota otherwise. */
  public TestView holding(int sm, int row, int threadBlocks) {
    held.put(sm * 64 + row, threadBlocks);
    return this;
  }

  /** Lets an SM have no place in one piece for more thread blocks. */
  public TestView fragmented(int sm) {
    fragmented.add(sm);
    return this;
  }

  /** Sets for how long an SM has held thread blocks of a kernel; all the time otherwise. */
  public TestView heldFor(int sm, int row, long cycles) {
    heldCycles.put(sm * 64 + row, cycles);
    return this;
  }

  public TestView stall(int sm, long slots, long forMemory) {
    stalls.merge(
        sm, new long[] {slots, forMemory}, (a, b) -> new long[] {a[0] + b[0], a[1] + b[1]});
    return this;
  }

  public TestView settled(boolean isSettled) {
    settled = isSettled;
    return this;
  }

  public Quotas quotas() {
    return quotas;
  }

  /** Returns the quotas of a kernel, one per SM: a number, or {@code *} for unlimited. */
  public String quotasOf(int row) {
    StringBuilder text = new StringBuilder();
    for (int sm = 0; sm < config.sms(); sm++) {
      int quota = quotas.get(sm, row);
      text.append(sm == 0 ? "" : " ").append(quota == Quotas.UNLIMITED ? "*" : "" + quota);
    }
    return text.toString();
  }

  @Override
  public GpuConfig config() {
    return config;
  }

  @Override
  public int processes() {
    return processes;
  }

  @Override
  public boolean isLaunching(int ofProcess) {
    return launching.contains(ofProcess);
  }

  @Override
  public int kernels() {
    return process.size() - gone.size();
  }

  @Override
  public int kernel(int index) {
    int row = 0;
    for (int rest = index; rest > 0 || gone.contains(row); row++) {
      rest -= gone.contains(row) ? 0 : 1;
    }
    return row;
  }

  @Override
  public int process(int kernelRow) {
    return process.get(kernelRow);
  }

  @Override
  public int priority(int kernelRow) {
    return priorities.getOrDefault(process.get(kernelRow), 0);
  }

  @Override
  public int running(int ofProcess) {
    for (int row = 0; row < process.size(); row++) {
      if (process.get(row) == ofProcess && (!gone.contains(row) || resident.get(row) > 0)) {
        return row;
      }
    }
    return NONE;
  }

  @Override
  public ThreadBlockNeed need(int kernelRow) {
    return need.get(kernelRow);
  }

  @Override
  public long threadBlocksLeft(int kernelRow) {
    return gone.contains(kernelRow) ? 0 : left.get(kernelRow);
  }

  @Override
  public long threadBlocks(int kernelRow) {
    return left.get(kernelRow);
  }

  @Override
  public int held(int sm, int kernelRow) {
    int full = Math.min(quotas.get(sm, kernelRow), occupancy(kernelRow));
    return held.getOrDefault(sm * 64 + kernelRow, full);
  }

  @Override
  public boolean hasPlace(int sm, int kernelRow) {
    return !fragmented.contains(sm);
  }

  @Override
  public long heldCycles(long cycle, int sm, int kernelRow) {
    return heldCycles.getOrDefault(sm * 64 + kernelRow, cycle);
  }

  @Override
  public int resident(int kernelRow) {
    return resident.get(kernelRow);
  }

  @Override
  public int resident(int sm, int kernelRow) {
    return resident.get(kernelRow) / config.sms();
  }

  @Override
  public String name(int kernelRow) {
    return "k" + kernelRow;
  }

  @Override
  public long launch(int kernelRow) {
    return kernelRow;
  }

  @Override
  public long threadInstructions(int sm, int kernelRow) {
    return issued.getOrDefault(sm * 64 + kernelRow, 0L);
  }

  @Override
  public boolean isSettled(int sm) {
    return settled;
  }

  @Override
  public long stalledSlots(long cycle, int sm) {
    return stalls.getOrDefault(sm, new long[2])[0];
  }

  @Override
  public long stalledSlots(long cycle, int sm, StallCause cause) {
    return 0;
  }

  @Override
  public KernelTraffic traffic() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long memoryStalledSlots(long cycle, int sm) {
    return stalls.getOrDefault(sm, new long[2])[1];
  }

  /** Reads parameters of a policy: {@code a=7, b=[0.5 1], c=word}. */
  public static Map<String, Object> parameters(String text) {
    Map<String, Object> parameters = new HashMap<>();
    for (String entry : text == null ? new String[0] : text.split(", ", -1)) {
      String value = entry.substring(entry.indexOf('=') + 1);
      List<Object> values =
          Stream.of(value.replaceAll("[\\[\\]]", "").split(" ", -1)).map(TestView::value).toList();
      parameters.put(
          entry.substring(0, entry.indexOf('=')), value.startsWith("[") ? values : values.get(0));
    }
    return parameters;
  }

  private static Object value(String text) {
    if (!text.matches("-?\\d+(\\.\\d+)?")) {
      return text;
    }
    return text.contains(".") ? (Object) Double.valueOf(text) : Integer.valueOf(text);
  }
}
