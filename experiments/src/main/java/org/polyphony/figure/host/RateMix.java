package org.polyphony.figure.host;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.polyphony.store.Json;

/**
 * Applications that share a GPU, on which rates are compared with the cycle-level device.
 *
 * @param applications bundled ones
 */
record RateMix(List<Some> applications) {
  /**
   * Sets of ten applications: bound by arithmetic, by bandwidth, by scattered accesses, by atomics;
   * with one long kernel, with many short ones; whose kernels fill the device or leave most of it
   * empty. In the last one some arrive later.
   */
  static final List<RateMix> ALL =
      List.of(
          of(some("black-scholes"), new Some("hotspot", 2, 0), some("walsh")),
          of(new Some("hotspot", 2, 0)),
          of(some("hotspot"), some("walsh")),
          of(some("black-scholes"), some("walsh")),
          of(some("stream"), some("irregular")),
          of(some("stream"), some("coulomb")),
          of(some("decomposition"), some("coulomb")),
          of(some("graph"), some("hotspot")),
          of(some("statistics"), some("back-propagation")),
          of(
              some("black-scholes"),
              new Some("irregular", 1, 50e-6),
              new Some("back-propagation", 1, 200e-6),
              new Some("hotspot", 1, 300e-6)));

  /**
   * Jobs of an application.
   *
   * @param name the application's
   * @param count at least 1
   * @param arrivalSeconds when they are submitted
   */
  record Some(String name, int count, double arrivalSeconds) {}

  /** Keeps its own copy. */
  RateMix {
    applications = List.copyOf(applications);
  }

  private static Some some(String name) {
    return new Some(name, 1, 0);
  }

  private static RateMix of(Some... applications) {
    return new RateMix(Arrays.asList(applications));
  }

  /** Returns the mix in words. */
  String name() {
    return applications.stream()
        .map(some -> (some.count() > 1 ? some.count() + " " : "") + some.name())
        .collect(Collectors.joining(" + "));
  }

  /** Returns the jobs as a host experiment has them. */
  String jobs() {
    ArrayNode jobs = Json.object().putArray("jobs");
    for (Some some : applications) {
      jobs.addObject()
          .put("application", some.name())
          .put("count", some.count())
          .put("arrivalSeconds", some.arrivalSeconds());
    }
    return jobs.toString();
  }
}
