package org.polyphony.policy.partition.instance;

import java.util.List;
import org.polyphony.gpu.KernelTraffic;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.policy.partition.DeviceView;

/** An instance of a device, shown as a device of its own: its SMs and processes count from 0. */
final class InstanceView implements DeviceView {
  private final GpuConfig config;
  private final SmRange range;
  private final List<Integer> processes; // as numbered on the device
  private final int[] rows = new int[KernelControlBlocks.ROWS];
  private int count;
  private DeviceView device;

  InstanceView(GpuConfig config, SmRange range, List<Integer> processes) {
    this.config = config;
    this.range = range;
    this.processes = processes;
  }

  /** Takes the list of kernels of the whole device. */
  void show(DeviceView whole) {
    device = whole;
    count = 0;
    for (int i = 0; i < whole.kernels(); i++) {
      if (processes.contains(whole.process(whole.kernel(i)))) {
        rows[count++] = whole.kernel(i);
      }
    }
  }

  private int onDevice(int sm) {
    return range.first() + sm;
  }

  @Override
  public GpuConfig config() {
    return config;
  }

  @Override
  public int processes() {
    return processes.size();
  }

  @Override
  public int kernels() {
    return count;
  }

  @Override
  public int kernel(int index) {
    return rows[index];
  }

  @Override
  public int process(int kernelRow) {
    return processes.indexOf(device.process(kernelRow));
  }

  @Override
  public int priority(int kernelRow) {
    return device.priority(kernelRow);
  }

  @Override
  public int running(int process) {
    return device.running(processes.get(process));
  }

  @Override
  public boolean isLaunching(int process) {
    return device.isLaunching(processes.get(process));
  }

  @Override
  public ThreadBlockNeed need(int kernelRow) {
    return device.need(kernelRow);
  }

  @Override
  public long threadBlocks(int kernelRow) {
    return device.threadBlocks(kernelRow);
  }

  @Override
  public long threadBlocksLeft(int kernelRow) {
    return device.threadBlocksLeft(kernelRow);
  }

  @Override
  public int resident(int kernelRow) {
    return device.resident(kernelRow);
  }

  @Override
  public int resident(int sm, int kernelRow) {
    return device.resident(onDevice(sm), kernelRow);
  }

  @Override
  public int held(int sm, int kernelRow) {
    return device.held(onDevice(sm), kernelRow);
  }

  @Override
  public boolean hasPlace(int sm, int kernelRow) {
    return device.hasPlace(onDevice(sm), kernelRow);
  }

  @Override
  public long heldCycles(long cycle, int sm, int kernelRow) {
    return device.heldCycles(cycle, onDevice(sm), kernelRow);
  }

  @Override
  public String name(int kernelRow) {
    return device.name(kernelRow);
  }

  @Override
  public long launch(int kernelRow) {
    return device.launch(kernelRow);
  }

  @Override
  public long threadInstructions(int sm, int kernelRow) {
    return device.threadInstructions(onDevice(sm), kernelRow);
  }

  @Override
  public long stalledSlots(long cycle, int sm) {
    return device.stalledSlots(cycle, onDevice(sm));
  }

  @Override
  public long stalledSlots(long cycle, int sm, StallCause cause) {
    return device.stalledSlots(cycle, onDevice(sm), cause);
  }

  @Override
  public KernelTraffic traffic() {
    return device.traffic();
  }

  @Override
  public long memoryStalledSlots(long cycle, int sm) {
    return device.memoryStalledSlots(cycle, onDevice(sm));
  }

  @Override
  public boolean isSettled(int sm) {
    return device.isSettled(onDevice(sm));
  }
}
