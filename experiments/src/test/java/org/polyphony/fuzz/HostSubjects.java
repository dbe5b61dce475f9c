package org.polyphony.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.polyphony.compare.Choices;

/** What a host runs: experiments, machines, applications, streams of jobs. */
final class HostSubjects {
  private static final String HOST = "host.json";
  private static final String MACHINE = "machine.json";
  private static final String APPLICATION = "application.json";
  private static final String JOBS = "jobs.csv";

  private HostSubjects() {}

  static List<String> host(Path folder, Choices choices) throws IOException {
    Seeds.copy(folder, MACHINE, APPLICATION, "cycles.json", "model.json");
    String seed = choices.percent(70) ? HOST : "co-run.json";
    return mutated(folder, HOST, Seeds.json(seed), choices);
  }

  static List<String> machine(Path folder, Choices choices) throws IOException {
    Seeds.copy(folder, HOST, APPLICATION);
    JsonNode seed =
        choices.percent(70)
            ? Seeds.json(MACHINE)
            : Seeds.json(choices.of(Seeds.bundled("configs/host/machines")));
    return mutated(folder, MACHINE, seed, choices);
  }

  static List<String> application(Path folder, Choices choices) throws IOException {
    Seeds.copy(folder, HOST, MACHINE, "model.json");
    if (choices.percent(30)) {
      Seeds.write(folder.resolve(HOST), Seeds.text("co-run.json").replace("cycles", "application"));
      return mutated(folder, APPLICATION, Seeds.json("cycles.json"), choices);
    }
    JsonNode seed =
        choices.percent(70)
            ? Seeds.json(choices.of(APPLICATION, "calls.json"))
            : Seeds.json(choices.of(Seeds.bundled("configs/host/applications")));
    return mutated(folder, APPLICATION, seed, choices);
  }

  static List<String> jobStream(Path folder, Choices choices) throws IOException {
    Seeds.copy(folder, MACHINE, JOBS);
    FileMutator.damage(folder.resolve(JOBS), choices);
    Seeds.write(
        folder.resolve(HOST),
        "{\"machine\": \"machine.json\", \"jobStream\": \"jobs.csv\", \"schedulers\":"
            + " [\"packed\", \"shares\", \"schedgpu\"]}");
    return command(folder, JOBS, choices);
  }

  private static List<String> mutated(Path folder, String name, JsonNode seed, Choices choices)
      throws IOException {
    Seeds.write(folder.resolve(name), new JsonMutator(choices).mutant(seed));
    return command(folder, name, choices);
  }

  private static List<String> command(Path folder, String damaged, Choices choices) {
    return choices.percent(15)
        ? List.of(choices.of("validate", "describe"), folder.resolve(damaged).toString())
        : List.of("host", folder.resolve(HOST).toString(), "--quiet");
  }
}
