package org.polyphony.gpu.mem;

import org.polyphony.gpu.config.ConstantCacheConfig;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.Fill;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.InstructionFetchConfig;
import org.polyphony.gpu.config.L1dConfig;
import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.config.WriteMiss;

/** The memory side of the reference device, with the parts that a test changes. */
record TestDevice(CrossbarConfig crossbar, L2Config l2, DramConfig dram) {
  static final int SMS = 16;
  static final int CORE_KHZ = 1_126_000;

  static final DramConfig.Timing TIMING =
      new DramConfig.Timing(12, 4, 12, 28, 12, 40, 6, 1, 2, 5, 12, 2, 0, 0, 0);

  static TestDevice reference() {
    return new TestDevice(
        new CrossbarConfig(40, true, 1, 512, 512, false),
        new L2Config(2 << 20, 16, 16, 128, 32, true, 120, 1, 256, 64, 32, 16, true, null, null, 0),
        new DramConfig(
            4, 1_752_500, 32, 16, 4, 2048, 256, true, false, 64, 64, 100, 0, true, 0, 0, TIMING));
  }

  static L2Config l2Slices(int slices) {
    return new L2Config(
        slices << 17, slices, 16, 128, 32, true, 120, 1, 256, 64, 32, 16, true, null, null, 0);
  }

  /** L2 whose slices hold whole lines. */
  static L2Config l2AccessCycles(int cycles) {
    return new L2Config(
        1 << 20, 8, 16, 128, 32, true, 120, cycles, 256, 64, 32, 16, true, null, null, 0);
  }

  static L2Config l2Sectors(int bytes) {
    return new L2Config(
        2 << 20, 16, 16, 128, bytes, true, 120, 1, 256, 64, 32, 16, true, null, null, 0);
  }

  static L2Config l2Unfilled() {
    return new L2Config(
        2 << 20, 16, 16, 128, 32, true, 120, 1, 256, 64, 32, 16, false, null, null, 0);
  }

  static L2Config l2Filling(Fill fill, WriteMiss writeMiss) {
    return new L2Config(
        2 << 20, 8, 16, 128, 32, false, 120, 1, 32, 4, 8, 4, false, fill, writeMiss, 0);
  }

  TestDevice with(CrossbarConfig changed) {
    return new TestDevice(changed, l2, dram);
  }

  TestDevice with(L2Config changed) {
    return new TestDevice(crossbar, changed, dram);
  }

  TestDevice with(DramConfig changed) {
    return new TestDevice(crossbar, l2, changed);
  }

  GpuConfig gpu() {
    return new GpuConfig(
        "test",
        SMS,
        CORE_KHZ,
        0,
        0,
        100_000,
        null,
        null,
        l1d(),
        new InstructionFetchConfig(true, 2048, 4, 128, 8, 4, 4),
        new ConstantCacheConfig(
            true, 2048, 4, 64, 26, 2, true, new ConstantCacheConfig.SecondLevel(32768, 4, 256, 79)),
        crossbar,
        l2,
        dram);
  }

  /** An L1 data cache that fills as much as L2. */
  private L1dConfig l1d() {
    int sector = l2.sectorBytes();
    return new L1dConfig(
        true, 49152, 96, 128, sector, 2, 82, 256, 8, 16, true, true, l2.fill(), null, false, null,
        false, 0);
  }
}
