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
  private static final Pattern INCLUDE = Pattern.compile("<include>(.*)</include>");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
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
    String models = Files.readString(Home.find().resolve("workloads/benchmarks.csv"));
    List<String> missing = new ArrayList<>();

    GpuConfigs.names().stream()
        .filter(name -> !Pattern.compile("\n\\|.*`" + name + "`.*\\|").matcher(devices).find())
        .forEach(missing::add);
    BundledModels.names().stream()
        .filter(name -> !models.contains("\n" + name + ","))
        .forEach(missing::add);

    assertEquals(List.of(), missing);
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
