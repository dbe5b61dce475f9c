package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;

/** A sweep whose axes are edited runs the points that it has not run yet, and no others. */
class SweepGrowthTest {
  private static final List<String> POLICIES = List.of("smk-even", "spatial-even", "left-over");
  private static final List<String> SCHEDULERS = List.of("gto", "lrr");
  private final AtomicInteger runs = new AtomicInteger();
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  private RunResult simulate(RunSpec spec, RunWatcher watcher) {
    if (spec.workloads().size() > 1) {
      runs.incrementAndGet();
    }
    long policy = 10L * POLICIES.indexOf(spec.policy());
    long scheduler = SCHEDULERS.indexOf(spec.warpScheduler());
    return Fixtures.result(spec, false, 1000 + 100 * spec.seed() + policy + scheduler);
  }

  /** Values of some keys; a key with one value may stand in the base. */
  private record Form(
      List<String> policies, List<String> schedulers, int seeds, boolean asAxes, boolean variants) {
    static Form random(Random random) {
      return new Form(
          some(POLICIES, random),
          some(SCHEDULERS, random),
          1 + random.nextInt(3),
          random.nextBoolean(),
          random.nextBoolean());
    }

    private static List<String> some(List<String> all, Random random) {
      List<String> some = all.stream().filter(each -> random.nextBoolean()).toList();
      return some.isEmpty() ? List.of(all.get(random.nextInt(all.size()))) : some;
    }

    String json() {
      List<String> base = new ArrayList<>(List.of("'gpu': 'gtx980'"));
      List<String> axes =
          new ArrayList<>(List.of("'workloads': [['sample-saxpy', 'sample-gather']]"));
      add("warpScheduler", schedulers, base, axes);
      String named = "";
      if (variants) {
        named = policies.stream().map(Form::variant).collect(Collectors.joining(", "));
        named = ", 'variants': [" + named + "]";
      } else {
        add("policy", policies, base, axes);
      }
      String repeats = seeds > 1 || asAxes ? ", 'repeats': " + seeds : "";
      return "{'base': {%s}, 'axes': {%s}%s%s}"
          .formatted(String.join(", ", base), String.join(", ", axes), named, repeats)
          .replace('\'', '"');
    }

    private static String variant(String policy) {
      return "{'name': 'under " + policy + "', 'set': {'policy': '" + policy + "'}}";
    }

    private void add(String key, List<String> values, List<String> base, List<String> axes) {
      if (values.size() == 1 && !asAxes) {
        base.add("'" + key + "': '" + values.get(0) + "'");
      } else {
        axes.add("'" + key + "': ['" + String.join("', '", values) + "']");
      }
    }

    /** Returns whether another form has a key in the base, too, and with another value. */
    boolean contradicts(Form other) {
      boolean policy = !variants && !other.variants && differ(policies, other.policies, other);
      return policy || differ(schedulers, other.schedulers, other);
    }

    private boolean differ(List<String> own, List<String> others, Form other) {
      boolean areInBase = own.size() == 1 && !asAxes && others.size() == 1 && !other.asAxes;
      return areInBase && !own.equals(others);
    }

    Set<String> points() {
      Set<String> points = new HashSet<>();
      for (String policy : policies) {
        for (String scheduler : schedulers) {
          for (int seed = 1; seed <= seeds; seed++) {
            points.add(policy + scheduler + seed);
          }
        }
      }
      return points;
    }
  }

  @Test
  void runsEachPointOnceHoweverTheAxesAreEdited() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int trial = 0; trial < 3; trial++) {
      String out = "grown-" + trial;
      Set<String> known = new HashSet<>();
      Form before = null;
      for (int edit = 0; edit < 6; edit++) {
        Form form = Form.random(random);
        String about = "seed " + seed + ", edit " + edit + ": " + form.json();
        folder.write("s.json", form.json());
        if (before != null && form.contradicts(before)) {
          sweep(out, "--resume").assertBadInput("s.json:1: base.");
          continue;
        }
        before = form;
        Set<String> added = form.points();
        added.removeAll(known);
        known.addAll(added);
        runs.set(0);
        OutputFolder.remove(folder.at("cache")); // so that only the folder knows earlier runs

        CommandRun run = sweep(out, "--resume");

        assertEquals(0, run.exitCode(), about + run.err());
        assertEquals(added.size(), runs.get(), about);
        int leftOut = known.size() - form.points().size();
        assertEquals(leftOut > 0, run.out().contains("kept in runs/: " + leftOut), about);
        sweep("fresh-" + trial + "-" + edit);
        assertSameResults("fresh-" + trial + "-" + edit, out, about);
      }
    }
  }

  @Test
  void mergesPartsThatGrew() throws IOException {
    Form small = new Form(POLICIES.subList(0, 1), SCHEDULERS, 1, false, false);
    Form more = new Form(POLICIES.subList(1, 3), SCHEDULERS, 2, false, false);
    write(small);
    sweep("a");
    write(more);
    sweep("b");
    runs.set(0);

    CommandRun merge = folder.refused("merge ./a ./b --out ./all");

    assertEquals(0, merge.exitCode(), merge.err());
    assertTrue(merge.out().contains("10 of 12 runs"), merge.out());
    write(new Form(POLICIES, SCHEDULERS, 2, false, false));
    CommandRun run = sweep("all", "--resume");
    run.shows();
    assertEquals(2, runs.get());
    sweep("whole");
    assertSameResults("whole", "all", "");
  }

  @Test
  void refusesABaseThatMakesKeptPointsAnotherExperiment() throws IOException {
    write(new Form(POLICIES, SCHEDULERS, 1, true, false));
    sweep("out");
    String json = folder.read("s.json");
    folder.replace("s.json", "{\"gpu\"", "{\"instructionBudget\": 5000, \"gpu\"");

    sweep("out", "--resume")
        .assertBadInput("base.instructionBudget", "5000", "no value, as in", "out/config.json");

    folder.write("s.json", json.replace("[\"gto\"", "[\"gto\", \"gto\""));
    sweep("out", "--resume").assertBadInput("twice");

    write(json.replaceFirst("\\{", "{'progressOver': 'base', "));
    sweep("out", "--resume").assertBadInput("progressOver", "base", "own as in", "out/config.json");
  }

  /** A round is the work of the base's device, which the second form has not changed any more. */
  @ParameterizedTest
  @ValueSource(strings = {"'roundCycles': 5000, | 1", "| 0"})
  void runsAPointAgainWhoseRoundsAreOfAnotherBase(String row) throws IOException {
    String[] cells = row.split("\\|", -1);
    String form =
        "{'base': {%s 'gpu': %s, 'workloads': ['sample-saxpy', 'sample-gather']}, 'axes': {%s}}";
    String large = "{'extends': 'gtx980', 'sms': 4}";
    write(form.formatted(cells[0], large, "'policy': ['smk-even']"));
    sweep("out");
    runs.set(0);

    write(form.formatted(cells[0], "'gtx980'", "'policy': ['smk-even'], 'gpu.sms': [4]"));

    assertEquals(0, sweep("out", "--resume").exitCode());
    assertEquals(Integer.parseInt(cells[1].strip()), runs.get());
  }

  @Test
  void continuesFromTheConfigOfItsOwnFolder() throws IOException {
    write(new Form(POLICIES, SCHEDULERS, 2, false, true));
    sweep("out", "--set", "gpu.l2.bytes=1048576");
    runs.set(0);
    folder.write("s.json", folder.read("out/config.json"));

    CommandRun run = sweep("out", "--resume");

    run.shows();
    assertEquals(0, runs.get());
  }

  private void write(String json) throws IOException {
    folder.json("s.json", json);
  }

  private void write(Form form) throws IOException {
    folder.write("s.json", form.json());
  }

  private CommandRun sweep(String out, String... more) {
    return folder.on(this::simulate, "sweep ./s.json --quiet --out ./" + out, more);
  }

  private void assertSameResults(String a, String b, String about) throws IOException {
    for (String file : List.of("results.jsonl", "results.csv", "config.json", "sweep.json")) {
      assertEquals(folder.read(a + "/" + file), folder.read(b + "/" + file), about);
    }
  }
}
