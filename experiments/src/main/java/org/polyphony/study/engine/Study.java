package org.polyphony.study.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.host.broker.NotificationPolicy;
import org.polyphony.host.mgb.Placement;
import org.polyphony.input.Home;
import org.polyphony.plot.Charts;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.study.StudyContext;
import org.polyphony.usercode.OwnPolicies;

/** A study whose file has been checked. */
public final class Study {
  private static final String FOLDER = "experiments/studies";

  private final StudyFile file;
  private final StudyBody body;

  private Study(StudyFile file, StudyBody body) {
    this.file = file;
    this.body = body;
  }

  /** Returns the names of the bundled studies, sorted. */
  public static List<String> names() {
    Path all = folder("");
    if (!Files.isDirectory(all)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(all)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve(StudyFile.NAME)))
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the folder of a bundled study. */
  public static Path folder(String name) {
    return Home.find().resolve(FOLDER).resolve(name);
  }

  /**
   * Returns the study of a folder, checked.
   *
   * @throws org.polyphony.input.InvalidInputException with everything that is wrong in its file
   */
  public static Study of(Path folder) {
    return of(folder, Map.of());
  }

  /**
   * Returns the study of a folder, with more policies than its file has.
   *
   * @param entered policies by the names of their variants
   * @throws org.polyphony.input.InvalidInputException with everything that is wrong in its file
   */
  public static Study of(Path folder, Map<String, String> entered) {
    StudyFile file = StudyFile.load(folder, entered);
    requireChartsAndData(file);
    return withPolicies(
        file,
        () -> {
          StudyBody body = body(file);
          body.check(StudyReport.check(file, body.planned()));
          return new Study(file, body);
        });
  }

  private static void requireChartsAndData(StudyFile file) {
    StudyFiles.requireDistinct(file);
    file.requireEachOf("charts", file.config().charts(), Charts.names());
    List<StudyConfig.Join> joins = file.config().joins();
    for (int i = 0; i < joins.size(); i++) {
      StudyFiles.require(file, "joins[" + i + "].file", joins.get(i).file(), "CSV file");
    }
  }

  /** Does something while the classes of a study's own policies are known. */
  private static <T> T withPolicies(StudyFile file, Supplier<T> action) {
    try (OwnPolicies own = new OwnPolicies()) {
      for (String source : file.config().policies()) {
        own.compile(
            file.folder().resolve(source),
            PartitionPolicy.class,
            NotificationPolicy.class,
            Placement.class);
      }
      return action.get();
    }
  }

  private static StudyBody body(StudyFile file) {
    StudyConfig.Runs runs = file.config().runs();
    if (runs.pairs() != null) {
      return new PairBody(file);
    } else if (runs.host() != null) {
      return new HostBody(file);
    } else if (runs.claims() != null) {
      return new ClaimsBody(file);
    }
    return runs.probe() != null ? ProbeBody.of(file) : new SweepBody(file);
  }

  public StudyConfig config() {
    return file.config();
  }

  /** Returns how many runs it has and how long they take, in words. */
  public String plan(StudyContext context) {
    return withPolicies(file, () -> body.plan(context));
  }

  /**
   * Runs what has not run before, checks its claims and writes its results.
   *
   * @param context with the folder of the results, as {@link StudyFiles#open} has opened it
   * @throws org.polyphony.simulation.SimulationFailure if a run cannot continue, after all others
   */
  public void run(StudyContext context) {
    withPolicies(
        file,
        () -> {
          StudyFiles.record(context.folder(), file.config(), context.command());
          body.make(context);
          return body;
        });
  }
}
