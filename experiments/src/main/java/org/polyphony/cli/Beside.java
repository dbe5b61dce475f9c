package org.polyphony.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.polyphony.run.Build;
import org.polyphony.run.Experiment;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Outcome;
import org.polyphony.run.Progress;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.RunCache;

/**
 * The same experiment under other policies, all else equal, while it runs itself: on the processors
 * that it leaves free.
 */
final class Beside implements AutoCloseable {
  private final StopFlag stop;
  private final ExecutorService threads;
  private final List<Member> members = new ArrayList<>();

  /** The experiment under one policy, where its results go, and what it gives. */
  private record Member(String policy, RunFolder folder, Future<Outcome> outcome) {}

  /** An ended run and where its results go. */
  record Ended(Outcome outcome, RunFolder folder) {}

  private Beside(int experiments, int jobs, StopFlag stop) {
    this.stop = stop;
    this.threads = Executors.newFixedThreadPool(Math.max(1, Math.min(jobs - 1, experiments)));
  }

  /**
   * Loads an experiment under each policy.
   *
   * @param policies by name
   * @param own the experiment as it runs itself
   * @param load loads it with one more override
   * @return the experiments, in the order of the policies
   * @throws org.polyphony.input.InvalidInputException for a policy that is not known, or its own,
   *     and with one workload
   */
  static List<Experiment> load(
      List<String> policies, Experiment own, Function<String, Experiment> load) {
    List<Experiment> experiments = new ArrayList<>();
    for (String policy : policies) {
      check(policy, own);
      experiments.add(load.apply(override(policy)));
    }
    return experiments;
  }

  static String override(Experiment beside) {
    return override(beside.request().sharing().policy());
  }

  private static String override(String policy) {
    return "policy=" + policy;
  }

  /**
   * Returns the folder of an experiment beside another one, named after its policy.
   *
   * @param out folder of the other one
   */
  static Path folder(Path out, Experiment beside) {
    return out.resolveSibling(out.getFileName() + "-" + beside.request().sharing().policy());
  }

  /**
   * Opens a folder for each, named after its policy, and begins. What the experiment itself begins
   * with alone is left to it; the other workloads come first here.
   *
   * @param experiments of {@link #load}
   * @param out where the experiment itself puts its results
   * @param jobs runs in parallel, itself included
   * @param cache of alone runs, shared with it
   */
  static Beside start(
      List<Experiment> experiments,
      Path out,
      int jobs,
      Services services,
      RunCache cache,
      StopFlag stop) {
    List<RunFolder> folders =
        experiments.stream().map(each -> RunFolder.open(folder(out, each))).toList();
    Beside beside = new Beside(experiments.size(), jobs, stop);
    for (int i = 0; i < folders.size(); i++) {
      Experiment of = experiments.get(i);
      ExperimentRunner runner = new ExperimentRunner(services.simulation(), cache, Build.id());
      Future<Outcome> outcome = beside.threads.submit(() -> run(of, runner, stop));
      beside.members.add(new Member(of.request().sharing().policy(), folders.get(i), outcome));
    }
    return beside;
  }

  private static void check(String policy, Experiment own) {
    if (own.inputs().size() < 2) {
      throw Arguments.wrong("--beside", "it with one workload", "it with two or more");
    }
    PolicyOption.requireKnown("--beside", policy);
    if (policy.equals(own.request().sharing().policy())) {
      throw Arguments.wrong("--beside", "'" + policy + "'", "another policy than the config's");
    }
  }

  private static Outcome run(Experiment experiment, ExperimentRunner runner, StopFlag stop) {
    for (int workload = experiment.inputs().size() - 1; workload >= 0; workload--) {
      runner.prepareAlone(experiment, workload, Progress.SILENT, stop);
    }
    return runner.run(experiment, Progress.SILENT, stop);
  }

  /**
   * Waits for all of them.
   *
   * @return what ended, in the order of the policies
   * @throws org.polyphony.simulation.SimulationFailure when one fails
   */
  List<Ended> await() {
    return members.stream().map(each -> new Ended(await(each), each.folder())).toList();
  }

  private static Outcome await(Member member) {
    try {
      return member.outcome().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SimulationFailure failure) {
        String message = "beside, under " + member.policy() + ": " + failure.getMessage();
        throw new SimulationFailure(message, "", failure);
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException();
    }
  }

  @Override
  public void close() {
    if (members.stream().anyMatch(member -> !member.outcome().isDone())) {
      stop.request(); // what it ran beside has failed
    }
    threads.shutdown();
  }
}
