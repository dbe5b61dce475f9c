package org.polyphony.cli;

import java.nio.file.Path;
import java.util.List;
import org.polyphony.simulation.StopFlag;

/**
 * What the JVM watches to make the archive that later runs start from: the classes that commands
 * load, and which of their methods are called most. The launcher runs it after a build.
 */
final class Training {
  private static final List<String> KINDS =
      List.of("workloads", "gpus", "policies", "schedulers", "preemptions", "studies", "charts");

  /** Sample traces; together a few seconds of every part of the device. */
  private static final List<String> SAMPLES = List.of("sgemm", "gather", "histogram");

  private final Path home;
  private final Path scratch;
  private final Services services;

  private Training(Path home, Path scratch) {
    this.home = home;
    this.scratch = scratch;
    this.services =
        new Services(Services.standard().simulation(), scratch.resolve("cache"), StopFlag::new);
  }

  /**
   * Runs commands; one that fails is no concern of this one.
   *
   * @param args a folder to write to
   */
  public static void main(String[] args) {
    new Training(Path.of(System.getProperty("polyphony.home")), Path.of(args[0])).run();
  }

  private void run() {
    command("--help");
    command("--version");
    KINDS.forEach(kind -> command("list", kind));
    command("describe", "gtx980");
    command("validate", experiment());
    SAMPLES.forEach(
        sample -> {
          String trace = home.resolve("workloads/samples").resolve(sample).toString();
          command("trace", "info", trace);
          command("run", trace, "--out", out());
        });
    command("run", experiment(), "--out", out());
  }

  private String experiment() {
    return home.resolve("configs/experiments/smk-fixed.json").toString();
  }

  private String out() {
    return scratch.resolve("out").toString();
  }

  private void command(String... args) {
    Main.commandLine(services, args).execute(args);
  }
}
