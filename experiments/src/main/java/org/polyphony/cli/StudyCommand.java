package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.input.NearestName;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.study.StudyContext;
import org.polyphony.study.engine.Study;
import org.polyphony.study.engine.StudyFiles;
import org.polyphony.usercode.JavaSource;
import org.polyphony.usercode.OwnPolicies;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony study}: evaluations described as data. */
@HelpText.Groups({
  "Effort: --scale --pairs --cycles --repeat --deadline --jobs --dry-run",
  "Selection: --gpu --policy",
  "Output: --out --quiet"
})
@Command(
    name = "study",
    aliases = StudyCommand.ALIAS,
    description = "Run studies, check their claims, draw their charts and write their pages.",
    footer = {
      "",
      "docs/studies.md explains study.json. The same command resumes a study.",
      "",
      "Examples:",
      "  polyphony reproduce fig11 fig13 --pairs 12 --cycles 500000",
      "  polyphony study mine/my-study --scale paper --deadline 600 --out out/mine"
    })
final class StudyCommand implements Callable<Integer> {
  /** The name that it has beside its own. */
  static final String ALIAS = "reproduce";

  private static final String ALL = "all";

  private final Services services;

  @Spec private CommandSpec spec;
  @Mixin private EffortOptions effort;

  @Parameters(
      paramLabel = "STUDY",
      completionCandidates = BundledNames.StudyNames.class,
      arity = "1..*",
      description =
          "folder with a study.json, or a bundled study ('polyphony list studies'); all: those"
              + " about papers")
  private List<String> wanted = new ArrayList<>();

  @Option(
      names = "--gpu",
      paramLabel = "GPU",
      description = "device instead of the study's: a name, or a GPU file")
  private String gpu = "";

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      completionCandidates = BundledNames.Policies.class,
      description =
          "policy that enters a study of pairs, on the same SM as the others by default: a name,"
              + " or a Java file to compile and load; repeatable")
  private List<String> entered = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "output folder, with several studies studies/NAME/results in it (default: out/NAME)")
  private Path out;

  @Option(names = "--dry-run", description = "print the number of runs and their duration")
  private boolean isDryRun;

  @Option(names = "--quiet", description = "do not show progress")
  private boolean quiet;

  StudyCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    effort.check();
    List<Path> folders = wanted.stream().flatMap(StudyCommand::folders).distinct().toList();
    StopFlag stop = services.stops().get();
    try (OwnPolicies own = new OwnPolicies();
        Interrupt interrupt = Interrupt.raising(stop)) {
      Map<String, String> policies = policies(own);
      List<Study> studies = folders.stream().map(folder -> Study.of(folder, policies)).toList();
      studies.forEach(study -> requireOptions(study.config()));
      Instant until = effort.until();
      for (Study study : studies) {
        run(study, studies.size() > 1, until, stop);
        if (stop.isRequested()) {
          break;
        }
      }
      return interrupt.exitCode(stop.isRequested(), spec);
    }
  }

  private static Stream<Path> folders(String given) {
    if (given.equals(ALL)) {
      return Study.names().stream().map(Study::folder).filter(StudyCommand::isAboutAPaper);
    }
    Path path = Path.of(given);
    if (Files.exists(path) || path.getNameCount() > 1) {
      if (Files.isRegularFile(path) && !path.endsWith(StudyFile.NAME)) {
        GivenFile.refuseOurs(path, "the folder of a study");
      }
      return Stream.of(StudyFile.folder(path));
    }
    if (!Study.names().contains(given)) {
      String allowed = NearestName.oneOf(given, Study.names()) + ", or a folder with a study.json";
      throw Arguments.wrong("STUDY", "'" + given + "'", allowed);
    }
    return Stream.of(Study.folder(given));
  }

  private static boolean isAboutAPaper(Path folder) {
    return StudyFile.read(folder)
        .path("source")
        .asText()
        .matches("(GPU Maestro|schedGPU|MGB)\\b.*");
  }

  /** Returns the entered policies by the names of their variants. */
  private Map<String, String> policies(OwnPolicies own) {
    Map<String, String> policies = new LinkedHashMap<>();
    Map<String, String> given = new HashMap<>(); // by the names of their variants
    for (String each : entered) {
      String policy = each;
      if (JavaSource.isOne(each)) {
        policy = own.compile(Path.of(each), PartitionPolicy.class).getName();
      } else {
        PolicyOption.requireKnown("--policy", each);
      }
      String name = policy.substring(policy.lastIndexOf('.') + 1);
      String other = given.put(name, each);
      if (other != null) {
        String found = other + " and " + each + ", both named " + name;
        throw Arguments.wrong("--policy", found, "policies with different class names");
      }
      policies.put(name, policy);
    }
    return policies;
  }

  private void requireOptions(StudyConfig study) {
    if (!gpu.isEmpty()) {
      GpuConfigs.load(gpu); // finds what is wrong before anything runs
      if (study.runs().host() != null) {
        throw Arguments.wrong("--gpu", study.name(), "a study of runs on one device");
      }
      if (study.runs().pairs() != null && !study.runs().pairs().samples().isEmpty()) {
        throw Arguments.wrong("--gpu", study.name(), "a study whose samples name no devices");
      }
    }
    if (effort.isRepeated() && study.runs().pairs() == null) {
      throw Arguments.wrong("--repeat", study.name(), "a study of pairs of benchmarks");
    }
  }

  private void run(Study study, boolean isOneOfSeveral, Instant until, StopFlag stop) {
    StudyConfig config = study.config();
    PrintWriter stdout = spec.commandLine().getOut();
    try (Progress progress = Terminal.progress(quiet, spec.commandLine().getErr())) {
      StudyContext context =
          new StudyContext(
              services.device(),
              effort.of(config, until),
              gpu,
              isDryRun ? null : folder(config, isOneOfSeveral),
              command(),
              stdout,
              progress,
              stop);
      if (isDryRun) {
        stdout.println(config.name() + ": " + study.plan(context));
      } else {
        study.run(context);
      }
    }
  }

  private OutputFolder folder(StudyConfig study, boolean isOneOfSeveral) {
    Path usual = Path.of("out");
    Path folder = out == null ? usual.resolve(study.name()) : out;
    if (isOneOfSeveral || !study.page().isEmpty()) {
      folder = StudyFiles.below(out == null ? usual : out, study);
    }
    FolderKind.STUDY.require(folder);
    return StudyFiles.open(study, folder);
  }

  private String command() {
    List<String> words = spec.commandLine().getParent().getParseResult().originalArgs();
    return "polyphony " + String.join(" ", words);
  }
}
