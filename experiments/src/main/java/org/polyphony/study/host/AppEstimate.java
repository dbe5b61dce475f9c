package org.polyphony.study.host;

import java.util.List;
import java.util.function.UnaryOperator;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Phase;

/** An alternative value of an unpublished property of applications. */
public record AppEstimate(String name, UnaryOperator<Application> change, List<String> sets) {
  /** The values of the bundled files. */
  public static final AppEstimate BUNDLED =
      new AppEstimate("bundled", UnaryOperator.identity(), List.of());

  @Override
  public String toString() {
    return name;
  }

  /** Returns an application with its launch phases replaced, except for repeated ones. */
  public static Application withLaunches(Application app, UnaryOperator<Phase.Launch> change) {
    return app.with(phase -> phase instanceof Phase.Launch launch ? change.apply(launch) : phase);
  }
}
