package org.polyphony.study.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.config.Claim;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.input.Home;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.NearestName;
import org.polyphony.plot.Charts;
import org.polyphony.store.Json;
import org.polyphony.study.Figure;
import org.polyphony.study.pairs.Variant;

/** Studies as figures: bundled ones and those of users. */
public final class Studies {
  private static final String FOLDER = "experiments/studies";
  private static final Set<String> CONDITIONS = Set.of("where", "over", "under", "keep");
  private static final Pattern VARIANT = Pattern.compile("variant !?= (.+)");

  private Studies() {}

  /** Returns the names of the bundled studies, sorted. */
  public static List<String> names() {
    try (Stream<Path> folders = Files.list(Home.find().resolve(FOLDER))) {
      return folders
          .filter(folder -> Files.exists(folder.resolve(StudyFile.NAME)))
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a bundled study; what is wrong in its file is told once it is to be made. */
  public static Figure bundled(String name) {
    try {
      return of(Home.find().resolve(FOLDER).resolve(name));
    } catch (InvalidInputException e) {
      ObjectNode facts = Json.object().put("about", "cannot be read: see the message of reproduce");
      return new Figure(
          name,
          facts,
          List.of(),
          false,
          (figure, context) -> {
            throw e;
          });
    }
  }

  /**
   * Returns the study of a folder.
   *
   * @throws org.polyphony.input.InvalidInputException with everything that is wrong in its file
   */
  public static Figure of(Path folder) {
    StudyFile file = StudyFile.load(folder);
    StudyConfig config = file.config();
    for (int i = 0; i < config.charts().size(); i++) {
      String chart = config.charts().get(i);
      if (!Charts.names().contains(chart)) {
        throw file.wrong(
            "charts[" + i + "]", "'" + chart + "'", NearestName.oneOf(chart, Charts.names()));
      }
    }
    StudyConfig.Runs runs = config.runs();
    if (runs.pairs() != null || runs.host() != null) {
      requireVariants(file);
    }
    if (runs.pairs() != null) {
      PairBody body = new PairBody(file);
      return figure(config, body.variants(), false, body);
    } else if (runs.host() != null) {
      return figure(config, List.of(), true, new HostBody(file));
    } else if (runs.probe() != null) {
      return figure(config, List.of(), false, ProbeBody.of(file));
    }
    return figure(config, List.of(), false, new SweepBody(file));
  }

  /** A misspelled variant is found before a night of runs, not after it. */
  private static void requireVariants(StudyFile file) {
    StudyConfig.Runs runs = file.config().runs();
    List<String> names =
        runs.pairs() != null
            ? runs.pairs().variants().stream().map(StudyConfig.PairVariant::name).toList()
            : runs.host().variants().stream().map(StudyConfig.HostVariant::name).toList();
    file.listed(CONDITIONS)
        .forEach(
            (path, condition) -> {
              Matcher about = VARIANT.matcher(condition);
              if (about.matches() && !names.contains(about.group(1))) {
                throw file.wrong(
                    path, "'" + about.group(1) + "'", NearestName.oneOf(about.group(1), names));
              }
            });
  }

  private static Figure figure(
      StudyConfig config, List<Variant> variants, boolean needsOwnFolder, Figure.Body body) {
    return new Figure(config.name(), facts(config), variants, needsOwnFolder, body);
  }

  /** Returns what {@code figures.json} says of a figure. */
  private static ObjectNode facts(StudyConfig config) {
    ObjectNode facts = Json.object();
    facts.put("source", config.source()).put("about", config.about());
    facts.put("note", config.note()).put("missing", config.missing());
    facts.put("sweep", config.runs().sweep() != null);
    config.charts().forEach(facts.putArray("charts")::add);
    ObjectNode rows = facts.putObject("rows");
    config.claims().stream()
        .filter(claim -> !claim.exemption().isEmpty())
        .collect(Collectors.groupingBy(Claim::exemption))
        .forEach((exemption, claims) -> rows.put(exemption, pattern(claims)));
    StudyConfig.Pairs pairs = config.runs().pairs();
    if (pairs != null) {
      facts.put("seeds", pairs.seeds());
      if (pairs.cycles() != null) {
        facts.put("cycles", pairs.cycles());
      }
    }
    return facts;
  }

  private static String pattern(List<Claim> claims) {
    return claims.stream()
        .map(claim -> "^" + Pattern.quote(claim.claim()) + "$")
        .collect(Collectors.joining("|"));
  }
}
