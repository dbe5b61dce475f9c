package org.polyphony.cli;

import static org.polyphony.text.Formats.duration;
import static org.polyphony.text.Formats.text;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.polyphony.sweep.SweepStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony status}: how far a sweep is, from another terminal. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Show the progress of a sweep: finished, failed, remaining.",
    footer = {
      "",
      "Only reads the folder: the sweep may run in another terminal, on a cluster, or",
      "not at all. The remaining time is estimated from the last twenty runs.",
      "",
      "Examples:",
      "  polyphony status out/policies",
      "  polyphony status out/policies --serve 8080"
    })
final class StatusCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "folder of a sweep")
  private Path folder;

  @Option(
      names = "--serve",
      paramLabel = "PORT",
      description =
          "serve progress, results and charts on localhost:PORT until interrupted (0: any"
              + " free port)")
  private Integer port;

  @Override
  public void run() {
    FolderKind.SWEEP.requireOnly(GivenFile.results(folder));
    if (port != null) {
      serve();
      return;
    }
    SweepStatus status = SweepStatus.of(folder, Instant.now());
    PrintWriter out = spec.commandLine().getOut();
    out.println(words(status));
    status.failed().forEach(id -> out.println("failed: " + id));
  }

  private void serve() {
    try (LivePage page = LivePage.open(folder, port)) {
      spec.commandLine().getOut().println("serving at " + page.address());
      spec.commandLine().getOut().flush();
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static String words(SweepStatus status) {
    return text(
        "%d of %d runs done, %d failed, %d left%s",
        status.done(), status.runs(), status.failed().size(), status.others(), time(status));
  }

  private static String time(SweepStatus status) {
    if (status.others() == 0) {
      return "";
    }
    Optional<String> last =
        status.sinceLast().map(since -> "; the last finished " + words(since) + " ago");
    Optional<String> left = status.left().map(duration -> "; about " + words(duration) + " left");
    return left.orElse("") + last.orElse("");
  }

  private static String words(Duration duration) {
    return duration(Math.max(0, duration.toMillis() / 1e3));
  }
}
