package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.Home;
import org.polyphony.run.Fixtures;

/** The recipes of the documentation, on results of its commands on a device that runs at once. */
class RecipesTest {
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^ {4}\\./polyphony ((?:run|sweep) (\\S+)[^#\n]*)");

  @TempDir private static Path folder;

  private static String page() throws IOException {
    return Files.readString(Home.find().resolve("docs/recipes.md"));
  }

  private static String code(String language) throws IOException {
    return Pattern.compile("(?s)```" + language + "\n(.*?)```")
        .matcher(page())
        .results()
        .map(block -> block.group(1))
        .collect(Collectors.joining("\n"));
  }

  @BeforeAll
  static void makeTheResultsThatThePageAsksFor() throws IOException {
    Matcher commands = COMMAND.matcher(page());
    while (commands.find()) {
      List<String> args = new ArrayList<>(List.of(commands.group(1).strip().split(" +", -1)));
      args.addAll(List.of("--quiet", "--out", folder.resolve("out/" + commands.group(2)) + ""));
      CommandRun run =
          CommandRun.of(
              (spec, watcher) -> Fixtures.result(spec, false),
              folder.resolve("cache"),
              args.toArray(String[]::new));
      assertEquals(0, run.exitCode(), run.err());
    }
  }

  @Test
  void everyFileColumnAndValueThatTheyNameIsThere() throws IOException {
    StringBuilder known = new StringBuilder();
    Matcher files = Pattern.compile("read[._]csv\\(\"(.*?)\"").matcher(page());
    while (files.find()) {
      known.append(Files.readString(folder.resolve(files.group(1))));
    }
    List<String> there = List.of(known.toString().split("[,\n]", -1));
    List<String> missing =
        Pattern.compile("(?:\\w\\[+|\\[|, |values=|index=|columns=|== )\"([\\w.]+)\"")
            .matcher(code("python"))
            .results()
            .map(name -> name.group(1))
            .filter(name -> !name.equals("pair") && !there.contains(name)) // they make that one
            .toList();

    assertEquals(List.of(), missing);
  }

  private static int exitCode(String log, String... command)
      throws IOException, InterruptedException {
    try {
      ProcessBuilder process = new ProcessBuilder(command).directory(folder.toFile());
      process.environment().put("MPLBACKEND", "agg");
      return process
          .redirectErrorStream(true)
          .redirectOutput(folder.resolve(log).toFile())
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1; // no such program
    }
  }

  /** Where there is a Python with pandas, or an R. */
  @ParameterizedTest
  @CsvSource({
    "python, python3, recipes.py, '-c,import matplotlib, pandas', stp.pdf",
    "r, Rscript, recipes.R, --version, recipes.R"
  })
  void run(String language, String program, String file, String asked, String written)
      throws IOException, InterruptedException {
    String[] question =
        Stream.concat(Stream.of(program), Stream.of(asked.split(",", 2))).toArray(String[]::new);
    assumeTrue(exitCode("log", question) == 0, "no " + program + " that can run them");
    Path script = Files.writeString(folder.resolve(file), code(language));

    int code = exitCode("log", program, script.toString());

    String said = Files.readString(folder.resolve("log"));
    assertEquals(0, code, said);
    assertTrue(said.contains("smk-even") && said.contains("HS/LC"), said);
    assertTrue(Files.size(folder.resolve(written)) > 0);
  }
}
