package org.polyphony.cli;

import static org.polyphony.input.BriefText.printable;
import static org.polyphony.results.table.Formats.duration;
import static org.polyphony.results.table.Formats.text;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.sweep.SweepStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony status}: how far a sweep is, from another terminal. */
@Command(
    name = "status",
    description = "Show the progress of a sweep: finished, failed, running, remaining.",
    footer = {
      "",
      "Only reads the folder: the sweep may run in another terminal, on a cluster, or",
      "not at all. The remaining time is estimated from finished runs of the same",
      "workloads; there is none before they have finished.",
      "",
      "Example:",
      "  polyphony status out/policies"
    })
final class StatusCommand implements Runnable {
  private static final int MOST_RUNNING = 20;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "folder of a sweep")
  private Path folder;

  @Override
  public void run() {
    FolderKind.SWEEP.requireOnly(GivenFile.results(folder));
    SweepStatus status = SweepStatus.of(folder, Instant.now());
    PrintWriter out = spec.commandLine().getOut();
    out.println(words(status));
    running(status).forEach(run -> out.println("running: " + run));
    status.failed().forEach(id -> out.println("failed: " + id));
  }

  /** Returns the runs that have begun, each with its percentage; of many the first. */
  static List<String> running(SweepStatus status) {
    Stream<String> runs =
        status.running().stream()
            .limit(MOST_RUNNING)
            .map(run -> text("%s %.0f%%", printable(run.id()), 100 * run.share()));
    int hidden = status.running().size() - MOST_RUNNING;
    return Stream.concat(runs, hidden > 0 ? Stream.of(hidden + " more") : Stream.of()).toList();
  }

  static String words(SweepStatus status) {
    StringBuilder words = new StringBuilder();
    words.append(
        text(
            "%d of %d runs done, %d failed, %d left",
            status.done(), status.runs(), status.failed().size(), status.others()));
    if (status.others() == 0) {
      return words.toString();
    }
    if (!status.running().isEmpty()) {
      double speed = status.warpInstructionsPerSecond();
      words.append(text("; %.1f%% of all", 100 * status.share()));
      words.append(speed > 0 ? text(", %.2f M warp instructions/s", speed / 1e6) : "");
    }
    status.left().ifPresent(left -> words.append("; about " + words(left) + " left"));
    status.sinceLast().ifPresent(since -> words.append("; the last finished " + ago(since)));
    status.sinceKilled().ifPresent(since -> words.append("; killed " + ago(since)));
    return words.toString();
  }

  private static String ago(Duration since) {
    return words(since) + " ago";
  }

  private static String words(Duration duration) {
    return duration(Math.max(0, duration.toMillis() / 1e3));
  }
}
