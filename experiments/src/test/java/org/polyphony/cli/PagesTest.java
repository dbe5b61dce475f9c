package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.GpuConfigs;
import org.polyphony.input.Home;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.workload.kernel.BundledModels;

class PagesTest {
  private static final Pattern CYCLES = Pattern.compile("cycles ([\\d,]+) ");
  @TempDir private Path folder;

  @Test
  void theExampleOfASmallerL2HasAFolderOfItsOwnAndChangesTheResultAsItSays() throws IOException {
    String page = Files.readString(Home.find().resolve("docs/traces.md"));
    Matcher example =
        Pattern.compile("run (\\S+) --set (gpu\\.l2\\.bytes=\\d+) --out \\S+\n\n(.*)")
            .matcher(page);
    assertTrue(example.find());

    String usual = cycles(example.group(1));
    String small = cycles(example.group(1), "--set", example.group(2));

    String said = String.format(Locale.ROOT, "%s cycles instead of %s", small, usual);
    assertTrue(example.group(3).contains(said), said);
  }

  private static List<Path> pages() throws IOException {
    Path home = Home.find();
    List<Path> pages = new ArrayList<>();
    for (String folder :
        List.of(
            "",
            "docs",
            "configs",
            "experiments",
            "experiments/hardware",
            "experiments/notes/deviations",
            "workloads",
            "plots")) {
      try (Stream<Path> files = Files.list(home.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages;
  }

  private static List<String> found(Pattern pattern, Path page) throws IOException {
    return pattern.matcher(Files.readString(page)).results().map(each -> each.group(1)).toList();
  }

  @Test
  void everyLinkToAFileLeadsToOne() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      for (String link : found(Pattern.compile("\\]\\((?!https?:)([^)#\\s]+)"), page)) {
        if (!Files.exists(page.resolveSibling(link))) {
          broken.add(page + ": " + link);
        }
      }
    }

    assertEquals(List.of(), broken);
  }

  @Test
  void theTablesOfDevicesAndOfModelsNameEachOfThem() throws IOException {
    String devices = Files.readString(Home.find().resolve("configs/README.md"));
    String models = Files.readString(Home.find().resolve("workloads/README.md"));
    List<String> missing = new ArrayList<>();

    GpuConfigs.names().stream()
        .filter(name -> !Pattern.compile("\n\\|.*`" + name + "`.*\\|").matcher(devices).find())
        .forEach(missing::add);
    BundledModels.names().stream()
        .filter(name -> !models.contains("\n| " + name + " | "))
        .forEach(missing::add);

    assertEquals(List.of(), missing);
  }

  @Test
  void everyCommandThatAPageShowsIsOne() throws IOException {
    Set<String> commands = Main.commandLine().getSubcommands().keySet();
    List<String> unknown = new ArrayList<>();
    for (Path page : pages()) {
      for (String command : found(Pattern.compile("(?m)^ {4}\\./polyphony ([a-z][\\w-]*)"), page)) {
        if (!commands.contains(command)) {
          unknown.add(page + ": " + command);
        }
      }
    }

    assertEquals(List.of(), unknown);
  }

  private String cycles(String config, String... more) {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("run", Home.find().resolve(config).toString(), "--quiet"));
    args.addAll(List.of("--out", folder.resolve("out").toString()));
    args.addAll(List.of(more));
    CommandRun run =
        CommandRun.of(new GpuSimulation(), folder.resolve("cache"), args.toArray(String[]::new));
    assertEquals(0, run.exitCode(), run.err());
    Matcher cycles = CYCLES.matcher(run.out());
    assertTrue(cycles.find(), run.out());
    return cycles.group(1);
  }
}
