package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.input.Home;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;
import org.polyphony.workload.trace.BundledTraces;

/**
 * Runs the commands of each page in order. Once, all run on a device that takes no time; again,
 * tagged slow, those whose output the page shows, in a {@code text} block below them, run on the
 * device model and must print these lines.
 */
class ShownCommandsTest {
  private static final String LINE =
      "(?m)^ {4,}(?:\\w+=\\S+ )?\\.{1,2}/polyphony (.*(?:\\\\\n.*)*)$";
  private static final Pattern SHOWN =
      Pattern.compile(LINE + "|^```text\n((?:.*\n)*?)```$", Pattern.MULTILINE);

  private static final Pattern FILE =
      Pattern.compile("`(mine/\\S+)`, is complete:\n\n((?: {4}.*\n|\n)+)");

  /** Commands that write to a folder of their choice unless they are given one. */
  private static final Set<String> WITH_FOLDER = Set.of("run", "sweep", "host", "study", "explain");

  /** Takes hours: the command line is parsed. */
  private static final Pattern NOT_RUN =
      Pattern.compile(
          "reproduce .*|study (policies|\\S+/tutti-ablation).*" + "|(sweep |plot \\S*)limits.*");

  private static final String PROFILE =
      "workloads/src/test/resources/org/polyphony/workload/profile";

  @TempDir private static Path cacheOfModel;
  @TempDir private Path folder;

  /**
   * A command and what the page says that it prints.
   *
   * @param words the command line without {@code polyphony}
   */
  private record Shown(String words, List<String> output) {}

  static List<String> pages() throws IOException {
    List<String> pages = new ArrayList<>();
    for (Path page : PagesTest.pages()) {
      String name = Home.find().relativize(page).toString();
      boolean isEvidence = name.startsWith("experiments/"); // says how it was made
      if (!isEvidence && !shown(Files.readString(page)).isEmpty()) {
        pages.add(name);
      }
    }
    return pages;
  }

  @ParameterizedTest
  @MethodSource("pages")
  void runOnADeviceThatTakesNoTime(String page) throws IOException {
    assertEquals(List.of(), failures(page, false));
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("pages")
  void runAndPrintWhatThePageShows(String page) throws IOException {
    assertEquals(List.of(), failures(page, true));
  }

  private List<String> failures(String page, boolean hasDevice) throws IOException {
    Path file = Home.find().resolve(page);
    String text = Files.readString(file);
    writeFiles(text);
    List<String> failed = new ArrayList<>();
    for (Shown shown : shown(text)) {
      boolean isModelled = hasDevice && !shown.output().isEmpty();
      CommandRun run = run(shown, file.getParent(), isModelled);
      if (run.exitCode() != 0) {
        failed.add(shown.words() + ": " + run.err());
      }
      for (String line : isModelled ? shown.output() : List.<String>of()) {
        if (!printed(run).contains(line)) {
          failed.add(shown.words() + ": does not print '" + line + "' but\n" + run.out());
        }
      }
    }
    return failed;
  }

  private static List<Shown> shown(String page) {
    List<Shown> all = new ArrayList<>();
    for (MatchResult match : SHOWN.matcher(page).results().toList()) {
      if (match.group(1) == null) {
        assertFalse(all.isEmpty(), "output without a command: " + match.group(2));
        match.group(2).lines().filter(line -> !line.equals("...")).forEach(last(all)::add);
        continue;
      }
      String line = match.group(1).replaceAll("\\\\\n", "").replaceAll(" +#.*", "");
      for (String command : line.split(" && (\\.{1,2}/polyphony )?", -1)) {
        all.add(new Shown(command.replaceAll(" [|>].*", "").strip(), new ArrayList<>()));
      }
    }
    return all;
  }

  private static List<String> last(List<Shown> all) {
    return all.get(all.size() - 1).output();
  }

  private void writeFiles(String text) throws IOException {
    for (MatchResult file : FILE.matcher(text).results().toList()) {
      Path written = folder.resolve(file.group(1));
      Files.createDirectories(written.getParent());
      Files.writeString(written, file.group(2).replaceAll("(?m)^ {4}", ""));
    }
  }

  private CommandRun run(Shown shown, Path from, boolean isModelled) {
    Simulation device =
        isModelled ? new GpuSimulation() : (spec, watcher) -> Fixtures.result(spec, false);
    Path cache = isModelled ? cacheOfModel : folder.resolve("cache");
    String[] args = arguments(shown.words(), from).toArray(String[]::new);
    return CommandRun.until(new StopFlag(), device, cache, args);
  }

  private Set<String> printed(CommandRun run) {
    String all = (run.out() + run.err()).replace(folder + "/", "");
    return all.lines().map(String::stripTrailing).collect(Collectors.toSet());
  }

  private List<String> arguments(String command, Path from) {
    List<String> args = new ArrayList<>();
    for (String word : command.split(" +", -1)) {
      args.add(placed(word, from));
    }
    if (NOT_RUN.matcher(command).matches()) {
      args.add("--help");
    } else if (WITH_FOLDER.contains(args.get(0)) && !args.contains("--out")) {
      String name = args.get(1).replaceAll(".*/", "").replaceAll("\\.json$", "");
      args.addAll(List.of("--out", folder.resolve("out").resolve(name).toString()));
    }
    return args;
  }

  /** Returns an argument with a path of the reader's folder replaced by one that exists here. */
  private String placed(String word, Path from) {
    int set = word.endsWith(".java") ? word.indexOf('=') : -1; // of a hardware part
    if (set > 0) {
      return word.substring(0, set + 1) + placed(word.substring(set + 1), from);
    }
    if (word.matches("(out|mine)/.*|models")) {
      return folder.resolve(word).toString();
    } else if (word.matches("(source|raw)\\.csv")) { // of the reader's own
      return Home.find().resolve(PROFILE).resolve(word).toString();
    } else if (word.equals("traces")) { // of the reader's own
      return BundledTraces.path("sample-saxpy").getParent().toString();
    } else if (word.equals("8080")) { // may be in use here
      return "0";
    }
    boolean isPath = word.contains("/") || word.endsWith(".json");
    for (Path base : List.of(from, Home.find())) {
      if (isPath && Files.exists(base.resolve(word))) {
        return base.resolve(word).toString();
      }
    }
    return word;
  }
}
