package org.polyphony.policy.partition;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.Quotas;
import org.polyphony.gpu.TestDevices;
import org.polyphony.gpu.ThreadBlockNeed;
import org.polyphony.gpu.config.GpuConfig;

/** A device of which a test says what runs; kernel rows count from 0 in the order added. */
final class TestView implements DeviceView {
  private final GpuConfig config;
  private final int processes;
  private final Quotas quotas;
  private final List<Integer> process = new ArrayList<>();
  private final List<ThreadBlockNeed> need = new ArrayList<>();
  private final List<Long> left = new ArrayList<>();
  private final List<Integer> resident = new ArrayList<>();

  TestView(int sms, int processes) {
    this.config = TestDevices.gpu(sms, 0);
    this.processes = processes;
    this.quotas = new Quotas(sms);
  }

  /** Adds a kernel of small thread blocks: only threads count. */
  TestView add(int ofProcess, int threads, long threadBlocks) {
    return add(ofProcess, threads, 16, 0, threadBlocks);
  }

  TestView add(int ofProcess, int threads, int registers, int shared, long threadBlocks) {
    process.add(ofProcess);
    need.add(ThreadBlockNeed.of(config.sm(), threads, registers, shared));
    left.add(threadBlocks);
    resident.add(0);
    return this;
  }

  /** Sets the thread blocks of a kernel that are on SMs. */
  TestView withResident(int row, int threadBlocks) {
    resident.set(row, threadBlocks);
    return this;
  }

  Quotas quotas() {
    return quotas;
  }

  /** Returns the quotas of a kernel, one per SM: a number, or {@code *} for unlimited. */
  String quotasOf(int row) {
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
  public int kernels() {
    return process.size();
  }

  @Override
  public int kernel(int index) {
    return index;
  }

  @Override
  public int process(int kernelRow) {
    return process.get(kernelRow);
  }

  @Override
  public ThreadBlockNeed need(int kernelRow) {
    return need.get(kernelRow);
  }

  @Override
  public long threadBlocksLeft(int kernelRow) {
    return left.get(kernelRow);
  }

  @Override
  public int resident(int kernelRow) {
    return resident.get(kernelRow);
  }

  @Override
  public int resident(int sm, int kernelRow) {
    return resident.get(kernelRow) / config.sms();
  }
}
