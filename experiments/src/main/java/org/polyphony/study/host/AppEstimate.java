package org.polyphony.study.host;

import java.util.List;
import java.util.function.UnaryOperator;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Phase;

/** Another value of what no source states of applications. */
public record AppEstimate(String name, UnaryOperator<Application> change, List<String> sets) {
  /** The values that the bundled files have. */
  public static final AppEstimate BUNDLED =
      new AppEstimate("bundled", UnaryOperator.identity(), List.of());

  @Override
  public String toString() {
    return name;
  }

  /** Returns an application with other launches in its phases, but for those that are repeated. */
  public static Application withLaunches(Application app, UnaryOperator<Phase.Launch> change) {
    return app.with(phase -> phase instanceof Phase.Launch launch ? change.apply(launch) : phase);
  }
}
