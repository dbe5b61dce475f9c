package org.polyphony.gpu.mem;

import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.Fill;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.L1dConfig;
import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.config.WriteMiss;
import org.polyphony.gpu.testing.Devices;

/** The memory side of the reference device, with the parts that a test changes. */
record TestDevice(CrossbarConfig crossbar, L2Config l2, DramConfig dram) {
  static final int SMS = 16;

  static TestDevice reference() {
    return new TestDevice(Devices.crossbar(), Devices.l2(), Devices.dram());
  }

  static L2Config l2Slices(int slices) {
    return Devices.l2("bytes", slices << 17, "slices", slices);
  }

  /** L2 whose slices hold whole lines. */
  static L2Config l2AccessCycles(int cycles) {
    return Devices.l2("bytes", 1 << 20, "slices", 8, "accessCycles", cycles);
  }

  static L2Config l2Sectors(int bytes) {
    return Devices.l2("sectorBytes", bytes);
  }

  static L2Config l2Unfilled() {
    return Devices.l2("filledByHostCopies", false);
  }

  static L2Config l2Filling(Fill fill, WriteMiss writeMiss) {
    return Devices.l2(
        "slices 8, hashedSets false, mshrEntries 32, mshrMerges 4, queue 8, missQueue 4",
        "filledByHostCopies false",
        "fill",
        fill,
        "writeMiss",
        writeMiss);
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
    return Devices.gpu("l1d", l1d(), "crossbar", crossbar, "l2", l2, "dram", dram);
  }

  /** An L1 data cache that fills as much as L2. */
  private L1dConfig l1d() {
    int sector = l2.sectorBytes();
    return Devices.l1d("sectorBytes", sector, "fill", l2.fill());
  }
}
