package org.polyphony.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.polyphony.config.GpuConfigs;
import org.polyphony.config.StudyFile;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.Build;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.engine.Studies;
import org.polyphony.study.engine.StudyFiles;
import org.polyphony.study.sample.PairStudy;
import org.polyphony.usercode.JavaSource;
import org.polyphony.usercode.OwnPolicies;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony study}: an evaluation described as data. */
@HelpText.Groups({
  "Effort: --scale --pairs --cycles --repeat --deadline --jobs",
  "Selection: --gpu --policy",
  "Output: --out --quiet"
})
@Command(
    name = "study",
    mixinStandardHelpOptions = true,
    description = "Run a study, check its claims, draw its charts and write its page.",
    footer = {
      "",
      "docs/studies.md explains study.json. The same command resumes a study.",
      "",
      "Examples:",
      "  polyphony study experiments/studies/fig6",
      "  polyphony study experiments/studies/league --policy mine/Mine.java",
      "  polyphony study mine/my-study --scale paper --deadline 600 --out out/mine"
    })
final class StudyCommand implements Callable<Integer> {
  private final Services services;

  @Spec private CommandSpec spec;
  @Mixin private EffortOptions effort;

  @Parameters(paramLabel = "DIR", description = "folder with a study.json, or that file")
  private Path folder;

  @Option(
      names = "--gpu",
      paramLabel = "GPU",
      description =
          "device to use instead of the study's, for pairs of benchmarks: a name, or a GPU file")
  private String gpu = "";

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      completionCandidates = BundledNames.Policies.class,
      description =
          "policy that enters a study of pairs, on the same SM as the others by default: a name,"
              + " or a Java file to compile and load; repeatable")
  private List<String> entered = new ArrayList<>();

  @Option(names = "--out", paramLabel = "DIR", description = "output folder (default: out/NAME)")
  private Path out;

  @Option(names = "--quiet", description = "do not show progress")
  private boolean quiet;

  StudyCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    effort.check();
    StopFlag stop = services.stops().get();
    try (OwnPolicies own = new OwnPolicies();
        Interrupt interrupt = Interrupt.raising(stop)) {
      Figure study = Studies.of(StudyFile.folder(folder), policies(own));
      requirePairs(study);
      try (Progress progress = Terminal.progress(quiet, spec.commandLine().getErr())) {
        study.reproduce(context(study, progress, stop));
      }
      return interrupt.exitCode(stop.isRequested(), spec);
    }
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

  private void requirePairs(Figure study) {
    if (!gpu.isEmpty()) {
      GpuConfigs.load(gpu); // finds what is wrong before anything runs
      if (study.variants().isEmpty()) {
        throw Arguments.wrong("--gpu", study.name(), "a study of pairs of benchmarks");
      }
    }
  }

  private FigureContext context(Figure study, Progress progress, StopFlag stop) {
    Path path = out == null ? Path.of("out").resolve(study.name()) : out;
    FolderKind.FIGURE.require(path);
    OutputFolder results = StudyFiles.open(study, path);
    Path runs = results.file(PairStudy.RUNS);
    FigureContext context =
        new FigureContext(
            new FigureContext.Tools(services.simulation(), services.cache(), Build.id()),
            new FigureContext.Inputs(gpu, List.of(), List.of(), Optional.of(runs)),
            effort.of(study, effort.until()),
            OutputFolder.open(path),
            "polyphony "
                + String.join(" ", spec.commandLine().getParent().getParseResult().originalArgs()),
            spec.commandLine().getOut(),
            progress,
            stop);
    context.recordIn(results, study.name());
    return context;
  }
}
