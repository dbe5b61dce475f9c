package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;

/** The Rodinia jobs of MGB's evaluation, beside what its authors published of them. */
class MgbJobsTest {
  private static List<Application> mix(int number, String machine) {
    return HostExperimentLoader.load(FileKind.HOST.file("mgb-w" + number + machine), List.of())
        .jobs()
        .stream()
        .map(Job::application)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-v100"})
  void jobsHoldThePublishedFootprints(String machine) {
    List<Application> pool =
        IntStream.rangeClosed(1, 8)
            .boxed()
            .flatMap(number -> mix(number, machine).stream())
            .distinct()
            .sorted(Comparator.comparingLong(Application::peakMemoryBytes))
            .toList();

    List<Long> footprints =
        List.of(
            1176502548L,
            1308592369L,
            1610612736L,
            2080374784L,
            2147745800L,
            2350907668L,
            3872176000L,
            4699717908L,
            6442450944L,
            7200240000L,
            7856000000L,
            8321499136L,
            8590458888L,
            9397338388L,
            10456336000L,
            12800320000L,
            13575168000L);
    assertEquals(footprints, pool.stream().map(Application::peakMemoryBytes).toList());
    assertEquals(footprints, pool.stream().flatMap(MgbJobsTest::requests).toList());
  }

  private static Stream<Long> requests(Application of) {
    return of.phases().stream()
        .filter(Phase.Reserve.class::isInstance)
        .map(phase -> ((Phase.Reserve) phase).task().memoryBytes());
  }

  /** Table I: 1/2, 1/3, 1/4 and 1/6 of 16 jobs, then of 32, are small. */
  @Test
  void mixesLargeAndSmallJobsAsPublished() {
    List<Long> small =
        IntStream.rangeClosed(1, 8)
            .mapToObj(
                number ->
                    mix(number, "").stream().filter(job -> job.peakMemoryBytes() < 4e9).count())
            .toList();

    assertEquals(List.of(8L, 5L, 4L, 2L, 16L, 10L, 8L, 5L), small);
  }
}
