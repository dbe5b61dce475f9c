package org.polyphony.gpu.testing;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.L1dConfig;
import org.polyphony.gpu.config.PipeConfig;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.kernel.OpClass;

/** A device small enough to work out by hand what it does: 2 SMs, 4 L2 slices, 2 DRAM channels. */
public final class SmallGpu {
  /** Cycles from issue to dependent issue of an ALU instruction. */
  public static final int ALU_LATENCY = 6;

  /** Of the constant cache. */
  public static final int CONSTANT_LATENCY = 10;

  /** From the issue of a constant load that hits the second level to its use. */
  public static final int SECOND_CONSTANT_LATENCY = 30;

  private static final GpuConfig BASE =
      Devices.gpu(
          "name small, sms 2, coreKhz 1000000, kernelLaunchLatency 10, watchdogCycles 20000",
          "sm.threadBlocks 8, sm.registers 16384, sm.sharedMemoryBytes 16384",
          "sm.sharedMemoryPerBlockBytes 16384, sm.registerBanks 4, sm.operandReadsPerCycle 2",
          "sm.warpSchedulers 2, sm.warps 16, sm.threads 512, sm.sharedMemory.latency 12",
          "sm.pipes",
          pipes(),
          "l1d",
          l1d(8, 4, 8),
          "l1i.bytes 1024, l1i.fetchesPerCycle 2, l1i.mshrEntries 2",
          "constantCache.perfect false, constantCache.bytes 1024",
          "constantCache.hitLatency " + CONSTANT_LATENCY,
          "constantCache.secondLevel.bytes 4096",
          "constantCache.secondLevel.hitLatency " + SECOND_CONSTANT_LATENCY,
          "crossbar.flitBytes 32, crossbar.packetPerCycle false, crossbar.latency 3",
          "crossbar.inputBuffer 16, crossbar.outputBuffer 16",
          "l2.bytes 65536, l2.slices 4, l2.ways 8, l2.latency 20, l2.mshrEntries 32",
          "l2.mshrMerges 8, l2.queue 8, l2.missQueue 8, l2.filledByHostCopies false",
          "dram.channels 2, dram.commandKhz 1500000, dram.banks 8, dram.columnBytes 1024",
          "dram.schedulerQueue 16, dram.returnQueue 16, dram.latency 10");

  private GpuConfig gpu = BASE;

  /** Returns an L1D of 4 KB with latency 20 and small limits. */
  public static L1dConfig l1d(int mshrEntries, int mshrMerges, int missQueue) {
    return Devices.l1d(
        "bytes 4096, ways 4, hitLatency 20, mshrEntries " + mshrEntries,
        "mshrMerges " + mshrMerges + ", missQueue " + missQueue);
  }

  private static List<PipeConfig> pipes() {
    return List.of(
        new PipeConfig(
            "alu",
            2,
            List.of(
                new PipeConfig.Timing(OpClass.INT, List.of(), ALU_LATENCY, 1),
                new PipeConfig.Timing(OpClass.FP32, List.of(), ALU_LATENCY, 1),
                new PipeConfig.Timing(OpClass.UNIFORM, List.of(), ALU_LATENCY, 1),
                new PipeConfig.Timing(OpClass.BRANCH, List.of(), ALU_LATENCY, 1),
                new PipeConfig.Timing(OpClass.BRANCH, List.of("BRX"), 9, 1, true, false, true),
                new PipeConfig.Timing(OpClass.BRANCH, List.of("BSYNC"), 9, 1, true, false, false),
                new PipeConfig.Timing(OpClass.INT, List.of("ISETP"), 12, 1, false, true, false))),
        new PipeConfig(
            "sfu",
            2,
            List.of(
                new PipeConfig.Timing(OpClass.SFU, List.of(), 20, 4),
                new PipeConfig.Timing(OpClass.INT, List.of("IMAD"), 10, 2))),
        new PipeConfig(
            "shared-by-all",
            1,
            List.of(
                new PipeConfig.Timing(OpClass.FP64, List.of(), 16, 8),
                new PipeConfig.Timing(OpClass.TEXTURE, List.of(), 50, 4),
                new PipeConfig.Timing(OpClass.TENSOR, List.of(), 16, 8),
                new PipeConfig.Timing(OpClass.TENSOR, List.of("HMMA.16816", "HMMA.1688"), 24, 6),
                new PipeConfig.Timing(OpClass.TENSOR, List.of("HMMA.1688.F32"), 18, 5))));
  }

  private SmallGpu set(Object... changes) {
    gpu = Devices.with(gpu, changes);
    return this;
  }

  public SmallGpu sms(int count) {
    return set("sms", count);
  }

  public SmallGpu watchdog(long cycles) {
    return set("watchdogCycles", cycles);
  }

  public SmallGpu issueWidth(int width) {
    return set("sm.issueWidth", width);
  }

  /** Sets the warp schedulers of an SM, which then has 16 warps, or up to 60 where it is not 2. */
  public SmallGpu schedulers(int count) {
    int warps = count == 2 ? 16 : 60 / count * count;
    return set("sm.warpSchedulers", count, "sm.warps", warps, "sm.threads", 32 * warps);
  }

  /** Sets the operand collectors of an SM, 0 for none. */
  public SmallGpu operandCollectors(int count) {
    return set("sm.operandCollectors", count);
  }

  public SmallGpu memoryQueue(int instructions) {
    return set("sm.memoryQueue", instructions);
  }

  public SmallGpu memoryInterval(int cycles) {
    return set("sm.memoryInterval", cycles);
  }

  /** Lets constant loads wait in line with other memory instructions. */
  public SmallGpu constantsInLine() {
    return set("constantCache.ownPath", false);
  }

  public SmallGpu sharedApart() {
    return set("sm.sharedMemory.ownPath", true);
  }

  /** Lets barriers take 14 cycles, and warps arrive two cycles apart, as on Hopper. */
  public SmallGpu barrierPipe() {
    List<PipeConfig> pipes = new ArrayList<>(gpu.sm().pipes());
    pipes.add(
        new PipeConfig(
            "barrier", 1, List.of(new PipeConfig.Timing(OpClass.BARRIER, List.of(), 14, 2))));
    return set("sm.pipes", pipes);
  }

  /** Gives it an L1 instruction cache of 1 KB. */
  public SmallGpu realFetch() {
    return set("l1i.perfect", false);
  }

  public SmallGpu with(CrossbarConfig changed) {
    return set("crossbar", changed);
  }

  /** Sets the L1 data cache. */
  public SmallGpu with(L1dConfig changed) {
    return set("l1d", changed);
  }

  /** Sets the sectors of L1D, as it was set before, and L2. */
  public SmallGpu sectorBytes(int bytes) {
    return set("l1d.sectorBytes", bytes, "l2.sectorBytes", bytes);
  }

  /** Returns its SM: 2 schedulers, 16 warps, 8 thread blocks. */
  public SmConfig sm() {
    return gpu.sm();
  }

  public GpuConfig config() {
    if (!gpu.violations().isEmpty()) {
      throw new IllegalStateException(gpu.violations().toString());
    }
    return gpu;
  }

  public GpuConfig refused() {
    return gpu;
  }
}
