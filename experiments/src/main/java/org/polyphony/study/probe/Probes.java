package org.polyphony.study.probe;

import java.util.List;
import java.util.Optional;
import org.polyphony.study.Probe;

/** All probes, by the names that studies use. */
public final class Probes {
  private static final List<Probe<?>> ALL =
      List.of(
          RegisterFragmentation.PROBE, BestPartition.PROBE, IpcWindows.PROBE, LaunchRates.PROBE);

  private Probes() {}

  public static List<String> names() {
    return ALL.stream().<String>map(Probe::name).toList();
  }

  public static Optional<Probe<?>> find(String name) {
    return ALL.stream().filter(probe -> probe.name().equals(name)).findFirst();
  }
}
