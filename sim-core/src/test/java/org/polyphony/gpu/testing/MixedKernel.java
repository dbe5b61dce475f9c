package org.polyphony.gpu.testing;

import java.util.Random;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/** Kernels that do a little of everything, drawn at random from a seed. */
public final class MixedKernel {
  private static final OpClass[] PIPED = {
    OpClass.INT, OpClass.FP32, OpClass.FP64, OpClass.SFU, OpClass.BRANCH
  };

  private MixedKernel() {}

  /** Returns a kernel of this many thread blocks of 1 to 4 warps. */
  public static ScriptedKernel random(long seed, int threadBlocks) {
    Random random = new Random(seed);
    Script script =
        new Script("mixed" + seed)
            .grid(threadBlocks, 32 * (1 + random.nextInt(4)))
            .needs(16 + random.nextInt(16), random.nextInt(4) * 1024);
    for (int section = 0; section < 3; section++) {
      for (int i = 0; i < 10; i++) {
        add(script, random);
      }
      script.times(1 + random.nextInt(6));
    }
    return script.build();
  }

  private static void add(Script script, Random random) {
    int register = random.nextInt(12);
    int other = random.nextInt(12);
    int stride = 1 << random.nextInt(8);
    long base = random.nextInt(1 << 18) & -4L;
    Lanes lanes = (warp, repeat, lane) -> base + warp * 512 + repeat * 64L + (long) lane * stride;
    switch (random.nextInt(12)) {
      case 0, 1 -> script.load(MemorySpace.GLOBAL, register, other, lanes);
      case 2 -> script.store(MemorySpace.GLOBAL, register, lanes);
      case 3 -> script.load(MemorySpace.SHARED, register, other, Lanes.strided(0, stride));
      case 4 -> script.store(MemorySpace.SHARED, register, Lanes.strided(0, stride));
      case 5 ->
          script.load(
              MemorySpace.CONSTANT, register, other, Lanes.strided(base & 4092, (int) base & 4));
      case 6 -> script.atomic(register, lanes);
      case 7 -> script.control(random.nextBoolean() ? OpClass.BARRIER : OpClass.FENCE);
      case 8 -> script.load(MemorySpace.LOCAL, register, other, Lanes.same(base & 255));
      default -> script.op(PIPED[random.nextInt(PIPED.length)], register, register, other);
    }
    script.lanes(random.nextInt(3) == 0 ? random.nextInt() : -1);
  }
}
