package org.polyphony.study.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.host.broker.NotificationPolicy;
import org.polyphony.host.mgb.Placement;
import org.polyphony.input.Home;
import org.polyphony.input.InvalidInputException;
import org.polyphony.plot.Charts;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.results.store.Json;
import org.polyphony.study.Figure;
import org.polyphony.usercode.JavaSource;
import org.polyphony.usercode.OwnPolicies;

/** Studies as figures: bundled ones and those of users. */
public final class Studies {
  private static final String FOLDER = "experiments/studies";

  private Studies() {}

  /** Returns the names of the bundled studies, sorted. */
  public static List<String> names() {
    Path all = Home.find().resolve(FOLDER);
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

  /** Returns a bundled study; its file is read as a whole when it is made. */
  public static Figure bundled(String name) {
    Path folder = Home.find().resolve(FOLDER).resolve(name);
    return figure(
        name, written(folder), (figure, context) -> of(folder).body().make(figure, context));
  }

  private static ObjectNode written(Path folder) {
    try {
      return StudyFile.read(folder);
    } catch (InvalidInputException e) {
      return Json.object().put("about", "cannot be read"); // reproduce says why
    }
  }

  /**
   * Returns the study of a folder.
   *
   * @throws org.polyphony.input.InvalidInputException with everything that is wrong in its file
   */
  public static Figure of(Path folder) {
    return of(folder, Map.of());
  }

  /**
   * Returns the study of a folder, with more policies than its file has.
   *
   * @param entered policies by the names of their variants
   * @throws org.polyphony.input.InvalidInputException with everything that is wrong in its file
   */
  public static Figure of(Path folder, Map<String, String> entered) {
    StudyFile file = StudyFile.load(folder, entered);
    StudyBody body = checked(file);
    return figure(
        file.config().name(),
        StudyFile.read(folder),
        (figure, context) ->
            withPolicies(
                file,
                () -> {
                  body.make(figure, context);
                  return body;
                }));
  }

  private static void requireChartsAndData(StudyFile file) {
    StudyFiles.requireDistinct(file);
    file.requireEachOf("charts", file.config().charts(), Charts.names());
    List<StudyConfig.Join> joins = file.config().joins();
    for (int i = 0; i < joins.size(); i++) {
      requireFile(file, "joins[" + i + "].file", joins.get(i).file(), "CSV file");
    }
  }

  private static void requireFile(StudyFile file, String path, String name, String kind) {
    if (!Files.isRegularFile(file.folder().resolve(name))) {
      throw file.wrong(path, "'" + name + "'", "a " + kind + " in the folder of the study");
    }
  }

  /** Does something while the classes of a study's own policies are known. */
  private static <T> T withPolicies(StudyFile file, Supplier<T> action) {
    try (OwnPolicies own = new OwnPolicies()) {
      List<String> sources = file.config().policies();
      for (int i = 0; i < sources.size(); i++) {
        String path = "policies[" + i + "]";
        requireFile(file, path, sources.get(i), "Java file");
        if (!JavaSource.isOne(sources.get(i))) {
          throw file.wrong(path, "'" + sources.get(i) + "'", "a name that ends in .java");
        }
        Path source = file.folder().resolve(sources.get(i));
        own.compile(source, PartitionPolicy.class, NotificationPolicy.class, Placement.class);
      }
      return action.get();
    }
  }

  /**
   * Checks a study as a command does before it runs.
   *
   * @throws org.polyphony.input.InvalidInputException with what is wrong
   */
  public static StudyConfig check(Path folder) {
    StudyFile file = StudyFile.load(folder);
    checked(file);
    return file.config();
  }

  private static StudyBody checked(StudyFile file) {
    requireChartsAndData(file);
    return withPolicies(
        file,
        () -> {
          StudyBody body = body(file);
          body.check(StudyReport.check(file, body.planned()));
          return body;
        });
  }

  private static StudyBody body(StudyFile file) {
    StudyConfig.Runs runs = file.config().runs();
    if (runs.pairs() != null) {
      return new PairBody(file);
    } else if (runs.host() != null) {
      return new HostBody(file);
    }
    return runs.probe() != null ? ProbeBody.of(file) : new SweepBody(file);
  }

  /** Returns the figure of a file, which has what {@code figures.json} says of others. */
  private static Figure figure(String name, ObjectNode file, Figure.Body body) {
    JsonNode pairs = file.at("/runs/pairs");
    file.put("sweep", file.at("/runs/sweep").isObject());
    for (String key : List.of("seeds", "seededPairs", "cycles", "count")) {
      if (pairs.has(key)) {
        file.set(key, pairs.get(key));
      }
    }
    ObjectNode exempt = file.putObject("rows");
    for (JsonNode claim : file.path("claims")) {
      String exemption = claim.path("exemption").asText();
      if (!exemption.isEmpty()) {
        String other = exempt.has(exemption) ? exempt.get(exemption).asText() + "|" : "";
        exempt.put(exemption, other + "^" + Pattern.quote(claim.path("claim").asText()) + "$");
      }
    }
    return new Figure(name, file, PairBody.variants(pairs), file.at("/runs/host").isObject(), body);
  }
}
