package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.polyphony.config.GpuConfigs;
import org.polyphony.input.Home;
import org.polyphony.workload.kernel.BundledModels;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Links, tables and commands of all Markdown pages. */
class PagesTest {
  private static final Pattern LINK =
      Pattern.compile("\\]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Set<String> NOT_OURS = Set.of("target", "out", "node_modules");

  /** Returns every page of the project. */
  static List<Path> pages() throws IOException {
    Path home = Home.find();
    List<Path> pages = new ArrayList<>();
    Files.walkFileTree(
        home,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean isOurs = !NOT_OURS.contains(name) && !name.startsWith(".");
            return isOurs || folder.equals(home)
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              pages.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return pages.stream().sorted().toList();
  }

  private static List<String> found(Pattern pattern, Path page) throws IOException {
    return pattern.matcher(Files.readString(page)).results().map(each -> each.group(1)).toList();
  }

  /** Returns the anchors of a page's headings, as GitHub makes them. */
  private static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    for (String heading : found(HEADING, page)) {
      String text = heading.replaceAll("\\[(.*?)\\]\\(.*?\\)", "$1").toLowerCase(Locale.ROOT);
      anchors.add(text.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'));
    }
    return anchors;
  }

  @Test
  void everyLinkLeadsToAFileAndAHeadingOfIt() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      if (page.getParent().endsWith("notes")) { // parts of pages one folder up
        continue;
      }
      for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
        String file = link.group(1);
        String anchor = link.group(2);
        Path target = file.isEmpty() ? page : page.resolveSibling(file);
        if (!Files.exists(target) || (anchor != null && !anchors(target).contains(anchor))) {
          broken.add(page + ": " + link.group());
        }
      }
    }

    assertEquals(List.of(), broken);
  }

  @Test
  void theReadmeHasTheErrorsOfTheValidation() throws IOException {
    String readme = Files.readString(Home.find().resolve("README.md"));
    String validation = Files.readString(Home.find().resolve("experiments/VALIDATION.md"));
    Pattern row =
        Pattern.compile("\\| (\\d+ [a-z -]+) \\| [A-Za-z]+ ([\\d.]+%)(?:, ANTT ([\\d.]+%))? \\|");
    List<MatchResult> rows = row.matcher(readme).results().toList();

    for (MatchResult each : rows) {
      String number = each.group(1) + ": mean absolute error " + each.group(2);
      assertTrue(validation.contains(number), number);
      if (each.group(3) != null) {
        String after = validation.substring(validation.indexOf(number));
        String antt = "ANTT: mean absolute error " + each.group(3);
        assertTrue(after.indexOf(antt) == after.indexOf("ANTT:"), antt);
      }
    }
    assertEquals(4, rows.size());
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

  @Test
  void thePageAboutReproduceHasEachOfItsOptions() throws IOException {
    String page = Files.readString(Home.find().resolve("docs/reproducing.md"));
    CommandSpec reproduce = Main.commandLine().getSubcommands().get("reproduce").getCommandSpec();

    List<String> missing =
        reproduce.options().stream()
            .map(OptionSpec::longestName)
            .filter(name -> !name.matches("--(help|version|debug)") && !page.contains(name))
            .toList();

    assertEquals(List.of(), missing);
  }
}
