package org.polyphony.config;

import java.util.Map;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Phase;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/**
 * Factors by which applications differ from their files, to vary estimates. Memory and copies stay
 * the same.
 */
record ScaleConfig(
    @Key(value = "factor of CPU times", aboveMin = true, absent = "1") double cpu,
    @Key(value = "factor of kernel times", aboveMin = true, absent = "1") double kernels,
    @Key(value = "factors of single CPU times and kernels by name, instead", absent = "{}")
        Map<String, Object> named,
    @Key(value = "factor of thread blocks", aboveMin = true, absent = "1") double threadBlocks,
    @Key(value = "factor of launches that take as long in all", aboveMin = true, absent = "1")
        double launches,
    @Key(value = "factor of repetitions that take as long in all", aboveMin = true, absent = "1")
        double repeats)
    implements Keys.Related {
  /** The applications as their files state them. */
  static final ScaleConfig NONE = new ScaleConfig(1, 1, Map.of(), 1, 1, 1);

  @Override
  public void check(Violation.Checks checks) {
    named.forEach(
        (name, factor) ->
            checks.require(
                factor instanceof Number number && number.doubleValue() > 0,
                "named." + name,
                String.valueOf(factor),
                "a number above 0"));
  }

  /** Returns how often phases are repeated; each time takes longer by what is left out. */
  int times(int repeat) {
    return Math.max(1, (int) Math.round(repeat * repeats));
  }

  /**
   * Returns a CPU phase.
   *
   * @param longer factor of its repeats
   */
  Phase cpu(String name, long nanos, double longer) {
    return new Phase.Cpu(Math.round(nanos * factor(name, cpu) * longer));
  }

  /** Returns launches. */
  Phase launches(HostKernel kernel, int count, long thinkNanos, double longer) {
    int scaled = count == 1 ? 1 : Math.max(2, (int) Math.round(count * launches));
    double thoughts = count == 1 ? 1 : (count - 1.0) / (scaled - 1);
    double time = factor(kernel.name(), kernels) * longer * count / scaled;
    HostKernel changed =
        kernel.aloneNanos() == HostKernel.UNKNOWN ? kernel : blocks(kernel.times(time));
    return new Phase.Launch(changed, scaled, Math.round(thinkNanos * longer * thoughts));
  }

  private HostKernel blocks(HostKernel kernel) {
    int blocks = Math.max(1, (int) Math.round(kernel.threadBlocks() * threadBlocks));
    return new HostKernel(kernel.name(), kernel.aloneNanos(), blocks, kernel.warpsPerThreadBlock());
  }

  private double factor(String name, double usual) {
    return named.get(name) instanceof Number factor ? factor.doubleValue() : usual;
  }
}
