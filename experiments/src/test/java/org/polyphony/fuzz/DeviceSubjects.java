package org.polyphony.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.compare.Choices;
import org.polyphony.compare.RandomExperiment;
import org.polyphony.gpu.part.PartKind;
import org.polyphony.gpu.part.arbitration.Arbiters;
import org.polyphony.gpu.part.dram.DramSchedulers;
import org.polyphony.gpu.part.prefetch.Prefetchers;
import org.polyphony.gpu.part.replacement.ReplacementPolicies;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.results.store.Json;

/** What runs on one device: experiments, GPUs, kernel models, sweeps, overrides. */
final class DeviceSubjects {
  private static final String EXPERIMENT = "e.json";
  private static final String MODEL = "model.json";

  private DeviceSubjects() {}

  static List<String> experiment(Path folder, Choices choices) throws IOException {
    Seeds.copy(folder, MODEL);
    ObjectNode experiment = randomExperiment(choices);
    Seeds.write(folder.resolve(EXPERIMENT), new JsonMutator(choices).mutant(experiment));
    return command(folder, choices);
  }

  static List<String> gpu(Path folder, Choices choices) throws IOException {
    Seeds.copy(folder, MODEL);
    JsonNode gpu = Seeds.json(choices.of(Seeds.bundled("configs/gpus")));
    Seeds.write(folder.resolve("gpu.json"), new JsonMutator(choices).mutant(gpu));
    ObjectNode experiment = randomExperiment(choices);
    experiment.put("gpu", "gpu.json");
    Seeds.write(folder.resolve(EXPERIMENT), Json.text(experiment));
    return choices.percent(10)
        ? List.of(choices.of("validate", "describe"), folder.resolve("gpu.json").toString())
        : command(folder, choices);
  }

  static List<String> model(Path folder, Choices choices) throws IOException {
    JsonNode model =
        choices.percent(70)
            ? Seeds.json(MODEL)
            : Seeds.json(choices.of(Seeds.bundled("workloads/models", "workloads/samples/models")));
    Seeds.write(folder.resolve(MODEL), new JsonMutator(choices).mutant(model));
    ObjectNode experiment = tiny().put("policy", "alone");
    ObjectNode workload = experiment.putArray("workloads").addObject().put("model", MODEL);
    workload.put("scale", choices.of(0.001, 0.005, 0.02));
    Seeds.write(folder.resolve(EXPERIMENT), Json.text(experiment));
    return choices.percent(20)
        ? List.of(choices.of("validate", "describe"), folder.resolve(MODEL).toString())
        : command(folder, choices);
  }

  static List<String> sweep(Path folder, Choices choices) throws IOException {
    Seeds.copy(folder, MODEL, "machine.json", "application.json");
    JsonNode sweep = Seeds.json(choices.of("sweep.json", "sweep.json", "host-sweep.json"));
    boolean isBundled = choices.percent(20);
    if (isBundled) {
      sweep = Seeds.json(choices.of(Seeds.bundled("configs/sweeps")));
    }
    Path file = folder.resolve("s.json");
    Seeds.write(file, new JsonMutator(choices).mutant(sweep));
    return isBundled || choices.percent(20)
        ? List.of(choices.of("validate", "describe"), file.toString())
        : List.of("sweep", file.toString(), "--quiet", "--jobs", choices.of("1", "2"));
  }

  static List<String> set(Path folder, Choices choices) throws IOException {
    Seeds.copy(folder, MODEL);
    ObjectNode experiment = randomExperiment(choices);
    Seeds.write(folder.resolve(EXPERIMENT), Json.text(experiment));
    List<String> arguments = new ArrayList<>(command(folder, choices));
    for (int i = choices.of(1, 1, 1, 2, 3); i > 0; i--) {
      arguments.add("--set");
      arguments.add(new RandomOverride(choices).of(experiment));
    }
    return arguments;
  }

  private static List<String> command(Path folder, Choices choices) {
    String file = folder.resolve(EXPERIMENT).toString();
    if (choices.percent(6)) {
      return List.of(choices.of("validate", "describe"), file);
    }
    List<String> arguments = new ArrayList<>(List.of("run", file, "--quiet"));
    if (choices.percent(20)) {
      arguments.add("--check");
    }
    if (choices.percent(10)) {
      arguments.addAll(List.of("--ipc-window", choices.of("500", "1", "2000000000")));
    }
    if (choices.percent(5)) {
      arguments.addAll(List.of("--beside", choices.of("spatial-even,smk-even", "left-over")));
    }
    return arguments;
  }

  private static ObjectNode tiny() {
    ObjectNode experiment = Json.object().put("schemaVersion", 1).put("name", "mine");
    experiment.putObject("gpu").put("extends", "gtx980").put("sms", 2);
    return experiment.put("instructionBudget", 5000);
  }

  private static ObjectNode randomExperiment(Choices choices) {
    ObjectNode experiment = tiny();
    ArrayNode workloads = experiment.putArray("workloads");
    int count = choices.of(1, 2, 2, 2, 3, 4);
    for (int i = 0; i < count; i++) {
      workload(workloads, choices);
    }
    String policy = count == 1 ? "alone" : choices.of(PartitionPolicies.names());
    RandomExperiment.putSharing(experiment, policy, count, choices);
    experiment.put("seed", choices.between(1, 9));
    if (choices.percent(30)) {
      parts((ObjectNode) experiment.get("gpu"), choices);
    }
    return experiment;
  }

  private static void parts(ObjectNode gpu, Choices choices) {
    ObjectNode l1d = gpu.putObject("l1d");
    l1d.put("replacement", choices.of(names(ReplacementPolicies.KIND)));
    l1d.put("prefetcher", choices.of(names(Prefetchers.KIND)));
    ObjectNode l2 = gpu.putObject("l2");
    l2.putObject("replacement").put("name", choices.of(names(ReplacementPolicies.KIND)));
    l2.put("arbiter", choices.of(names(Arbiters.KIND)));
    l2.put("prefetcher", choices.of(names(Prefetchers.KIND)));
    gpu.putObject("dram").put("scheduler", choices.of(names(DramSchedulers.KIND)));
    gpu.putObject("crossbar").put("arbiter", choices.of(names(Arbiters.KIND)));
  }

  private static List<String> names(PartKind<?, ?> kind) {
    return kind.bundled().stream().map(PartKind.Bundled::name).toList();
  }

  private static void workload(ArrayNode workloads, Choices choices) {
    switch (choices.between(0, 9)) {
      case 0 -> workloads.add("sample-saxpy");
      case 1 -> workloads.addObject().put("benchmark", "HS").put("scale", 0.01).put("repeat", 2);
      case 2 -> workloads.addObject().put("benchmark", "BFS").put("scale", 0.001);
      default ->
          workloads
              .addObject()
              .put("model", MODEL)
              .put("scale", choices.of(0.25, 0.5, 1.0))
              .put("instructionBudget", choices.of(1000, 5000));
    }
  }
}
