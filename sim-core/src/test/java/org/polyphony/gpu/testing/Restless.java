package org.polyphony.gpu.testing;

import java.util.Random;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;

/** New quotas below a limit at random, after so many cycles at most. */
public final class Restless implements PartitionPolicy {
  private final Random random;
  private final int limit;
  private final int cycles;

  public Restless(long seed, int limit, int cycles) {
    random = new Random(seed);
    this.limit = limit;
    this.cycles = cycles;
  }

  @Override
  public String name() {
    return "restless";
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    for (int i = 0; i < device.kernels(); i++) {
      for (int sm = 0; sm < device.config().sms(); sm++) {
        quotas.set(sm, device.kernel(i), random.nextInt(limit));
      }
      quotas.set(random.nextInt(device.config().sms()), device.kernel(i), 2); // never nowhere
    }
    return cycle + 1 + random.nextInt(cycles);
  }
}
