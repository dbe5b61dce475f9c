package org.polyphony.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.polyphony.config.StudyConfig;
import org.polyphony.study.Scale;
import org.polyphony.study.StudyContext;
import picocli.CommandLine.Option;

/** How much a study runs. */
final class EffortOptions {
  @Option(
      names = "--scale",
      paramLabel = "SCALE",
      description =
          "quick (minutes): 50 M instructions per benchmark, 6 pairs of 250,000 cycles;"
              + " paper (hours): up to 1 G instructions, all pairs (default: quick)")
  private String scale = "quick";

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "benchmark pairs to run, in a fixed random order (default: by scale)")
  private Integer pairs;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "run pairs with seeds 1 to N (default: by study, mostly 1)")
  private Integer repeat;

  @Option(
      names = "--deadline",
      paramLabel = "MINUTES",
      description =
          "stop starting new pairs after so many minutes and use the finished ones; 0 runs nothing"
              + " (default: no limit)")
  private Integer deadline;

  @Option(
      names = "--cycles",
      paramLabel = "N",
      description =
          "length of a pair: what a solo run of each benchmark executes in N cycles; 0: up to 1 G"
              + " instructions")
  private Long cycles;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "number of parallel runs (default: processors)")
  private int jobs = Runtime.getRuntime().availableProcessors();

  /** Refuses numbers that are too small, and an unknown scale. */
  void check() {
    scale();
    Arguments.requireAtLeast(1, "--jobs", jobs);
    Arguments.requireAtLeast(1, "--pairs", pairs);
    Arguments.requireAtLeast(0, "--cycles", cycles);
    Arguments.requireAtLeast(0, "--deadline", deadline);
    Arguments.requireAtLeast(1, "--repeat", repeat);
  }

  private Scale scale() {
    return Arguments.oneOf("--scale", scale, List.of(Scale.values()), Scale::commandName);
  }

  boolean isRepeated() {
    return repeat != null;
  }

  /** Returns when no further pair starts. */
  Instant until() {
    return deadline == null ? Instant.MAX : Instant.now().plus(Duration.ofMinutes(deadline));
  }

  /** Returns the effort for a study, which may have its own usual cycles. */
  StudyContext.Effort of(StudyConfig study, Instant until) {
    Optional<Long> length =
        Optional.ofNullable(cycles)
            .or(() -> Optional.ofNullable(study.runs().pairs()).map(StudyConfig.Pairs::cycles));
    return new StudyContext.Effort(
        scale(),
        jobs,
        pairs,
        repeat,
        length.map(OptionalLong::of).orElse(OptionalLong.empty()),
        until);
  }
}
