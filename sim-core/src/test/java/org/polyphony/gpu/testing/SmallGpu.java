package org.polyphony.gpu.testing;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.InstructionFetchConfig;
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

  private int sms = 2;
  private long watchdogCycles = 20_000;
  private int issueWidth = 1;
  private int schedulers = 2;
  private int operandCollectors;
  private int memoryQueue;
  private int memoryInterval;
  private boolean constantsApart = true;
  private boolean sharedApart;
  private boolean barrierPipe;
  private InstructionFetchConfig fetch =
      Devices.l1i("bytes", 1024, "fetchesPerCycle", 2, "mshrEntries", 2);
  private L1dConfig l1d = l1d(8, 4, 8);
  private int sectorBytes = 32; // of L2
  private CrossbarConfig crossbar =
      Devices.crossbar(
          "flitBytes",
          32,
          "packetPerCycle",
          false,
          "latency",
          3,
          "inputBuffer",
          16,
          "outputBuffer",
          16);

  /** Returns an L1D of 4 KB with latency 20 and small limits. */
  public static L1dConfig l1d(int mshrEntries, int mshrMerges, int missQueue) {
    return Devices.l1d(
        "bytes",
        4096,
        "ways",
        4,
        "hitLatency",
        20,
        "mshrEntries",
        mshrEntries,
        "mshrMerges",
        mshrMerges,
        "missQueue",
        missQueue);
  }

  public SmallGpu sms(int count) {
    sms = count;
    return this;
  }

  public SmallGpu watchdog(long cycles) {
    watchdogCycles = cycles;
    return this;
  }

  public SmallGpu issueWidth(int width) {
    issueWidth = width;
    return this;
  }

  /** Sets the warp schedulers of an SM, which then has 16 warps, or up to 60 where it is not 2. */
  public SmallGpu schedulers(int count) {
    schedulers = count;
    return this;
  }

  /** Sets the operand collectors of an SM, 0 for none. */
  public SmallGpu operandCollectors(int count) {
    operandCollectors = count;
    return this;
  }

  public SmallGpu memoryQueue(int instructions) {
    memoryQueue = instructions;
    return this;
  }

  public SmallGpu memoryInterval(int cycles) {
    memoryInterval = cycles;
    return this;
  }

  /** Lets constant loads wait in line with other memory instructions. */
  public SmallGpu constantsInLine() {
    constantsApart = false;
    return this;
  }

  public SmallGpu sharedApart() {
    sharedApart = true;
    return this;
  }

  /** Lets barriers take 14 cycles, and warps arrive two cycles apart, as on Hopper. */
  public SmallGpu barrierPipe() {
    barrierPipe = true;
    return this;
  }

  /** Gives it an L1 instruction cache of 1 KB. */
  public SmallGpu realFetch() {
    fetch = Devices.l1i("perfect", false, "bytes", 1024, "fetchesPerCycle", 2, "mshrEntries", 2);
    return this;
  }

  public SmallGpu with(CrossbarConfig changed) {
    crossbar = changed;
    return this;
  }

  /** Sets the L1 data cache. */
  public SmallGpu with(L1dConfig changed) {
    l1d = changed;
    return this;
  }

  /** Sets the sectors of L1D, as it was set before, and L2. */
  public SmallGpu sectorBytes(int bytes) {
    sectorBytes = bytes;
    l1d = Devices.with(l1d, "sectorBytes", bytes);
    return this;
  }

  /** Returns its SM: 2 schedulers, 16 warps, 8 thread blocks. */
  public SmConfig sm() {
    int warps = schedulers == 2 ? 16 : 60 / schedulers * schedulers;
    return Devices.sm(
        "warpSchedulers",
        schedulers,
        "issueWidth",
        issueWidth,
        "warps",
        warps,
        "threads",
        32 * warps,
        "threadBlocks",
        8,
        "registers",
        16384,
        "sharedMemoryBytes",
        16384,
        "sharedMemoryPerBlockBytes",
        16384,
        "operandCollectors",
        operandCollectors,
        "registerBanks",
        4,
        "operandReadsPerCycle",
        2,
        "pipes",
        pipes(),
        "sharedMemory",
        Devices.sharedMemory("latency", 12, "ownPath", sharedApart),
        "memoryQueue",
        memoryQueue,
        "memoryInterval",
        memoryInterval);
  }

  private List<PipeConfig> pipes() {
    List<PipeConfig> pipes = new ArrayList<>(arithmetic());
    if (barrierPipe) {
      PipeConfig.Timing barrier = new PipeConfig.Timing(OpClass.BARRIER, 14, 2);
      pipes.add(new PipeConfig("barrier", 1, List.of(barrier)));
    }
    return pipes;
  }

  private static List<PipeConfig> arithmetic() {
    return List.of(
        new PipeConfig(
            "alu",
            2,
            List.of(
                new PipeConfig.Timing(OpClass.INT, ALU_LATENCY, 1),
                new PipeConfig.Timing(OpClass.FP32, ALU_LATENCY, 1),
                new PipeConfig.Timing(OpClass.UNIFORM, ALU_LATENCY, 1),
                new PipeConfig.Timing(OpClass.BRANCH, ALU_LATENCY, 1),
                new PipeConfig.Timing(OpClass.BRANCH, List.of("BRX"), 9, 1, true, false, true),
                new PipeConfig.Timing(OpClass.BRANCH, List.of("BSYNC"), 9, 1, true, false, false),
                new PipeConfig.Timing(OpClass.INT, List.of("ISETP"), 12, 1, false, true, false))),
        new PipeConfig(
            "sfu",
            2,
            List.of(
                new PipeConfig.Timing(OpClass.SFU, 20, 4),
                new PipeConfig.Timing(OpClass.INT, List.of("IMAD"), 10, 2))),
        new PipeConfig(
            "shared-by-all",
            1,
            List.of(
                new PipeConfig.Timing(OpClass.FP64, 16, 8),
                new PipeConfig.Timing(OpClass.TEXTURE, 50, 4),
                new PipeConfig.Timing(OpClass.TENSOR, 16, 8))));
  }

  public GpuConfig config() {
    GpuConfig config = refused();
    if (!config.violations().isEmpty()) {
      throw new IllegalStateException(config.violations().toString());
    }
    return config;
  }

  public GpuConfig refused() {
    return Devices.gpu(
        "name",
        "small",
        "sms",
        sms,
        "coreKhz",
        1_000_000,
        "kernelLaunchLatency",
        10,
        "watchdogCycles",
        watchdogCycles,
        "sm",
        sm(),
        "l1d",
        l1d,
        "l1i",
        fetch,
        "constantCache",
        Devices.constantCache(
            "perfect",
            false,
            "bytes",
            1024,
            "hitLatency",
            CONSTANT_LATENCY,
            "ownPath",
            constantsApart,
            "secondLevel",
            Devices.secondLevel("bytes", 4096, "hitLatency", SECOND_CONSTANT_LATENCY)),
        "crossbar",
        crossbar,
        "l2",
        Devices.l2(
            "bytes",
            65536,
            "slices",
            4,
            "ways",
            8,
            "sectorBytes",
            sectorBytes,
            "latency",
            20,
            "mshrEntries",
            32,
            "mshrMerges",
            8,
            "queue",
            8,
            "missQueue",
            8,
            "filledByHostCopies",
            false),
        "dram",
        Devices.dram(
            "channels",
            2,
            "commandKhz",
            1_500_000,
            "banks",
            8,
            "columnBytes",
            1024,
            "schedulerQueue",
            16,
            "returnQueue",
            16,
            "latency",
            10));
  }
}
