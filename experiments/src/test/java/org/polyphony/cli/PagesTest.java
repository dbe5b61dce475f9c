package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.polyphony.config.GpuConfigs;
import org.polyphony.input.Home;
import org.polyphony.results.CsvTable;
import org.polyphony.results.table.Formats;
import org.polyphony.workload.kernel.BundledModels;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Links, tables and commands of all Markdown pages. */
class PagesTest {
  private static final Pattern LINK =
      Pattern.compile("\\]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern INCLUDE = Pattern.compile("<include>(.*)</include>");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Path HOME_PAGE = Home.find().resolve("README.md");
  private static final Set<String> NOT_OURS = Set.of("target", "out", "node_modules");

  /** Returns every page of the project. */
  static List<Path> pages() throws IOException {
    return pages(Home.find());
  }

  private static List<Path> pages(Path home) throws IOException {
    return files(home).stream().filter(file -> file.toString().endsWith(".md")).toList();
  }

  private static List<Path> files(Path home) throws IOException {
    List<Path> files = new ArrayList<>();
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
            files.add(file);
            return FileVisitResult.CONTINUE;
          }
        });
    return files.stream().sorted().toList();
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
    assertEquals(List.of(), brokenLinks(Home.find()));
  }

  @Test
  void theReleaseHoldsWhatItsPagesLinkTo() throws IOException {
    Set<Path> released = released();
    Predicate<Path> isReleased = file -> released.contains(file.normalize());
    List<Path> pages = pages().stream().filter(isReleased).toList();

    assertTrue(pages.size() > 30, "matched: " + pages);
    assertEquals(List.of(), brokenLinks(pages, isReleased));
  }

  /** Returns the files of the project that its release zip includes, and their folders. */
  private static Set<Path> released() throws IOException {
    Path home = Home.find();
    List<PathMatcher> includes =
        found(INCLUDE, home.resolve("experiments/src/main/assembly/dist.xml")).stream()
            .map(include -> include.replace("/**/", "/{,**/}"))
            .map(include -> home.getFileSystem().getPathMatcher("glob:" + include))
            .toList();
    Set<Path> released = new HashSet<>();
    for (Path file : files(home)) {
      if (includes.stream().anyMatch(include -> include.matches(home.relativize(file)))) {
        for (Path each = file; each.startsWith(home); each = each.getParent()) {
          released.add(each);
        }
      }
    }
    released.add(home.resolve("polyphony"));
    return released;
  }

  /** Returns the links of all pages of a folder that lead nowhere, as {@code page: link}. */
  static List<String> brokenLinks(Path home) throws IOException {
    return brokenLinks(pages(home), Files::exists);
  }

  private static List<String> brokenLinks(List<Path> pages, Predicate<Path> isThere)
      throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages) {
      if (page.getParent().endsWith("notes")) { // parts of pages one folder up
        continue;
      }
      for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
        String file = link.group(1);
        String anchor = link.group(2);
        Path target = file.isEmpty() ? page : page.resolveSibling(file);
        if (!isThere.test(target) || (anchor != null && !anchors(target).contains(anchor))) {
          broken.add(page + ": " + link.group());
        }
      }
    }
    return broken;
  }

  private static String page(String file) throws IOException {
    return Files.readString(Home.find().resolve(file));
  }

  /** Returns the mean absolute error of a value in a file of the validation, in percent. */
  private static String error(String file, String ours, String theirs) {
    CsvTable table = CsvTable.read(Home.find().resolve("experiments/studies").resolve(file));
    double mean =
        IntStream.range(0, table.rows())
            .mapToDouble(
                row ->
                    Double.parseDouble(table.text(row, ours))
                            / Double.parseDouble(table.text(row, theirs))
                        - 1)
            .map(Math::abs)
            .average()
            .orElseThrow();
    return Formats.text("%.1f%%", 100 * mean);
  }

  private static String stpAndAntt(String file) {
    return "STP "
        + error(file, "stp", "measuredStp")
        + ", ANTT "
        + error(file, "antt", "measuredAntt");
  }

  private static List<String> latencyErrors() {
    String file = "arrivals/results/arrivals.csv";
    return List.of(
        error(file, "p50Micros", "measuredP50Micros"),
        error(file, "p95Micros", "measuredP95Micros"));
  }

  @Test
  void theReadmeHasTheErrorsOfTheFilesOfTheValidation() throws IOException {
    String cycles = error("validation/results/applications.csv", "cycles", "referenceCycles");
    String counters = error("validation/results/hardware.csv", "cycles", "measuredCycles");
    List<String> latency = latencyErrors();
    MatchResult order =
        Pattern.compile("\\| gto / lrr \\| (\\d+) \\| ([\\d.]+%) \\| [\\d.]+ \\| ([\\d.]+%)")
            .matcher(page("experiments/studies/smk-silicon/results/SMK-SILICON.md"))
            .results()
            .findFirst()
            .orElseThrow();

    List<String> rows =
        found(Pattern.compile("(?m)\\| (\\d+ [a-z -]+ \\| \\w+ [^|]*%) \\|$"), HOME_PAGE);

    assertEquals(
        List.of(
            "21 applications | cycles " + cycles,
            "90 kernel launches | cycles " + counters,
            "56 co-runs | " + stpAndAntt("corun/results/corun.csv"),
            "231 co-runs | " + stpAndAntt("smk-silicon/results/smk.csv"),
            order.group(1) + " co-runs | STP " + order.group(2) + ", ANTT " + order.group(3),
            "41 cases | p50 " + latency.get(0) + ", p95 " + latency.get(1)),
        rows);
  }

  @Test
  void theTableOfTheValidationHasTheErrorsOfItsSections() throws IOException {
    String page = page("experiments/VALIDATION.md");
    StringBuilder sections = new StringBuilder();
    for (String link :
        found(
            Pattern.compile("\\((\\w[\\w/-]*/[A-Z-]+\\.md)\\)"),
            Home.find().resolve("experiments/VALIDATION.md"))) {
      sections.append(page("experiments/" + link));
    }
    List<MatchResult> rows =
        Pattern.compile(
                "(?m)^\\| .* \\| ([\\d.]+%)(?: \\(median ([\\d.]+%)\\))? \\| (\\d+) [a-z -]+ \\|$")
            .matcher(page)
            .results()
            .toList();

    assertEquals(13, rows.size());
    for (MatchResult row : rows) {
      Pattern same =
          Pattern.compile(
              "(?m)^- .*mean absolute error "
                  + row.group(1)
                  + "|\\| "
                  + row.group(3)
                  + " \\|.*"
                  + row.group(1));
      assertTrue(same.matcher(sections).find(), row.group());
      assertTrue(row.group(2) == null || sections.indexOf(row.group(2)) >= 0, row.group());
    }
  }

  @Test
  void thePagesThatOfferLatencyUnderLoadStateItsErrors() throws IOException {
    List<String> errors = latencyErrors();
    String tenants = page("docs/tenants.md").replace('\n', ' ');

    assertTrue(tenants.contains(errors.get(0) + " for p50 and " + errors.get(1) + " for p95"));
    assertTrue(
        page("experiments/studies/arrivals/results/ARRIVALS.md")
            .contains("97 of 106 pairs in the measured order"));
    assertTrue(tenants.contains("97 of 106 pairs are in the measured order"), tenants);
  }

  @Test
  void onlyTheDeviceThatWasMeasuredIsValidated() {
    List<String> validated =
        GpuConfigs.names().stream()
            .filter(name -> GpuConfigs.described(name).path("validated").asBoolean(true))
            .toList();

    assertEquals(List.of("hopper-h200"), validated);
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
