package org.polyphony.study.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.polyphony.config.Home;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.HostExperimentLoader;
import org.polyphony.store.Json;

class RateMixTest {
  private static final RateMix MIX =
      new RateMix(
          Json.object().putArray("jobs").add(job("hotspot", 2, 0)).add(job("walsh", 1, 1e-4)));

  private static ObjectNode job(String application, int count, double arrivalSeconds) {
    return Json.object()
        .put("application", application)
        .put("count", count)
        .put("arrivalSeconds", arrivalSeconds);
  }

  private static HostExperiment experiment(RateMix mix) {
    return HostExperimentLoader.load(
        Home.find().resolve("configs/host/co-run.json"), List.of("jobs=" + mix.jobs()));
  }

  @Test
  void saysWhatRunsTogether() {
    assertEquals("2 hotspot + walsh", MIX.name());
  }

  @Test
  void submitsJobsWhenTheyArrive() {
    List<Long> arrivals =
        experiment(MIX).jobs().stream().map(job -> job.arrivalNanos()).sorted().toList();

    assertEquals(List.of(0L, 0L, 100_000L), arrivals);
  }

  @Test
  void hasBundledApplicationsThatFitOnTheCoresTogether() {
    Set<String> applications =
        RateMix.ALL.stream()
            .flatMap(mix -> StreamSupport.stream(mix.jobs().spliterator(), false))
            .map(job -> job.path("application").asText())
            .collect(Collectors.toSet());

    assertTrue(applications.size() >= 8, applications.toString());
    for (RateMix mix : RateMix.ALL) {
      HostExperiment experiment = experiment(mix);
      assertTrue(experiment.jobs().size() <= experiment.machine().machine().cpu(0).cores());
    }
  }
}
