package org.polyphony.run.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.polyphony.config.HostExperimentLoader;
import org.polyphony.host.HostMachine;
import org.polyphony.host.HostMachine.HostGpu;
import org.polyphony.host.app.Job;
import org.polyphony.input.Home;
import org.polyphony.workload.host.MgbWorkloads;

/** Files under configs/host against the workloads that MgbWorkloads makes. */
class MgbConfigsTest {
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final Map<String, Integer> WORKERS = Map.of("2xP100", 10, "4xV100", 16);
  private static final String SOURCE =
      "MGB, arXiv:2107.08538, section V-A; Rodinia 3.1; costs and rates as in workloads, mgb.json";

  private final MgbWorkloads workloads = new MgbWorkloads();
  private final Path folder = Home.find().resolve("configs/host");

  /** Rewrites the files when run with {@code -Dpolyphony.update=true}. */
  @Test
  void filesAreThoseOfTheWorkloads() throws IOException {
    Map<Path, String> files = new TreeMap<>();
    for (String machine : MgbWorkloads.MACHINES) {
      applications(machine, files);
      MgbWorkloads.MIXES.forEach(mix -> files.put(file(machine, mix), experiment(machine, mix)));
    }
    for (Map.Entry<Path, String> file : files.entrySet()) {
      if (Boolean.getBoolean("polyphony.update")) {
        Files.writeString(file.getKey(), file.getValue());
      }
      assertEquals(file.getValue(), Files.readString(file.getKey()), file.getKey().toString());
    }
  }

  @Test
  void machinesAndQueuesAreThoseOfTheWorkloads() {
    for (String machine : MgbWorkloads.MACHINES) {
      var experiment = HostExperimentLoader.load(file(machine, "W3"), List.of());
      HostMachine expected = workloads.machine(machine);
      HostMachine found = experiment.machine().machine();

      assertEquals(expected.cpu(0), found.cpu(0));
      assertEquals(expected.pcie(), found.pcie());
      assertEquals(sizes(expected), sizes(found));
      assertEquals(
          workloads.mix("W3"),
          experiment.jobs().stream().map(job -> job.application().name()).toList());
    }
  }

  /** Everything but the names of the devices. */
  private static List<HostGpu> sizes(HostMachine machine) {
    List<HostGpu> gpus = new ArrayList<>();
    for (HostGpu gpu : machine.gpus(0)) {
      gpus.add(
          new HostGpu(
              "", gpu.memoryBytes(), gpu.sms(), gpu.warpsPerSm(), gpu.threadBlocksPerSm(), true));
    }
    return gpus;
  }

  private void applications(String machine, Map<Path, String> files) {
    List<String> commands = workloads.pool().stream().map(MgbWorkloads.PoolJob::command).toList();
    for (Job job : workloads.jobs(machine, commands)) {
      String about = "A Rodinia job of MGB's evaluation, with times on " + machine + ".";
      files.put(
          folder.resolve(application(machine, job.application().name())),
          PhaseText.of(job.application(), about, SOURCE));
    }
  }

  private static String application(String machine, String command) {
    long size = 0; // the largest number
    for (Matcher m = NUMBER.matcher(command); m.find(); ) {
      size = Math.max(size, Long.parseLong(m.group()));
    }
    String name = command.substring(0, command.indexOf(' '));
    return "applications/mgb-%s/%s-%d.json".formatted(lower(machine), name, size);
  }

  private Path file(String machine, String mix) {
    String suffix = machine.equals("2xP100") ? "" : "-v100";
    return folder.resolve("mgb-" + lower(mix) + suffix + ".json");
  }

  private String experiment(String machine, String mix) {
    int workers = WORKERS.get(machine);
    List<String> jobs =
        workloads.mix(mix).stream()
            .map(command -> "{ \"application\": \"" + application(machine, command) + "\" }")
            .toList();
    return """
    {
      // MGB's Rodinia mix %s on %s, under single assignment, core-to-GPU and MGB's own schedulers.
      "schemaVersion": 1,
      "name": "%s",
      "machine": "%s",
      "jobs": [
        %s
      ],
      "schedulers": [
        "sa",
        { "name": "cg", "workers": %d },
        { "name": "mgb-alg2", "workers": %d, "memoryBytes": %d, "periodSeconds": %s },
        { "name": "mgb-alg3", "workers": %d, "memoryBytes": %d, "periodSeconds": %s }
      ]
    }
    """
        .formatted(
            mix,
            machine,
            file(machine, mix).getFileName().toString().replace(".json", ""),
            lower(machine),
            String.join(",\n    ", jobs),
            workers / 2 + 1,
            workers,
            workloads.memoryOfTasks(),
            workloads.periodNanos() / 1e9,
            workers,
            workloads.memoryOfTasks(),
            workloads.periodNanos() / 1e9);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
