package org.polyphony.workload.host;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Ask;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.Job;
import org.polyphony.host.mgb.InstrumentedProgram;
import org.polyphony.input.InvalidInputException;

/**
 * What the evaluation of MGB ran: machines, the pool of Rodinia jobs, and the mixes W1 to W8 drawn
 * from it. Source: MGB section V and Table I; {@code mgb.json} names the source of each number.
 */
public final class MgbWorkloads {
  /** The names of the machines. */
  public static final List<String> MACHINES = List.of("2xP100", "4xV100");

  /** The names of the mixes. */
  public static final List<String> MIXES = List.of("W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonNode facts;

  /** Reads what ships with Polyphony. */
  public MgbWorkloads() {
    this(MgbEstimate.BUNDLED);
  }

  /** Reads what ships with Polyphony, with another value of an estimate. */
  public MgbWorkloads(MgbEstimate estimate) {
    try (InputStream in = MgbWorkloads.class.getResourceAsStream("mgb.json")) {
      facts = MAPPER.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    estimate.applyTo((ObjectNode) facts);
  }

  /**
   * A job of the pool.
   *
   * @param command line of the Rodinia benchmark
   * @param footprintBytes the device memory that it needs, as published
   * @param large whether it needs more than 4 GB
   */
  public record PoolJob(String command, long footprintBytes, boolean large) {}

  public List<PoolJob> pool() {
    return MAPPER.convertValue(facts.get("jobs"), new TypeReference<>() {});
  }

  /**
   * Returns the published command lines of a mix, in the order of the queue.
   *
   * @param name one of {@link #MIXES}
   * @throws InvalidInputException when there is no such mix
   */
  public List<String> mix(String name) {
    JsonNode mix = facts.get("mixes").path(name);
    if (mix.isMissingNode()) {
      throw new InvalidInputException("no such mix: " + name + ", there are " + MIXES);
    }
    return MAPPER.convertValue(mix, new TypeReference<>() {});
  }

  /**
   * Draws a mix as Table I describes it.
   *
   * @param seed of the draw
   * @param jobs how many, at least 1
   * @param largePerSmall large jobs for each small one, at least 1
   */
  public List<String> draw(long seed, int jobs, int largePerSmall) {
    Random random = new Random(seed);
    List<PoolJob> large = pool().stream().filter(PoolJob::large).toList();
    List<PoolJob> small = pool().stream().filter(job -> !job.large()).toList();
    int smallJobs = jobs / (largePerSmall + 1);
    List<String> commands = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      List<PoolJob> from = i < smallJobs ? small : large;
      commands.add(from.get(random.nextInt(from.size())).command());
    }
    Collections.shuffle(commands, random);
    return commands;
  }

  /**
   * Returns a machine.
   *
   * @param name one of {@link #MACHINES}
   */
  public HostMachine machine(String name) {
    JsonNode machine = facts.get("machines").get(name);
    JsonNode gpu = facts.get("gpus").get(machine.get("gpu").asText());
    HostMachine.HostGpu device =
        new HostMachine.HostGpu(
            machine.get("gpu").asText(),
            gpu.get("memoryBytes").asLong(),
            gpu.get("sms").asInt(),
            gpu.get("warpsPerSm").asInt(),
            gpu.get("threadBlocksPerSm").asInt(),
            true);
    return new HostMachine(
        1,
        new HostMachine.Cpu(
            machine.get("sockets").asInt(), machine.get("coresPerSocket").asInt(), List.of(), true),
        new HostMachine.Pcie(
            machine.get("pcieBytesPerSecond").asLong(),
            0,
            machine.get("pageableBytesPerSecond").asLong()),
        Collections.nCopies(machine.get("gpus").asInt(), device));
  }

  /** Returns the memory of a device, in bytes, that MGB's schedulers give to tasks at most. */
  public long memoryOfTasks() {
    return facts.get("memoryOfTasksBytes").asLong();
  }

  /** Returns the period in nanoseconds in which MGB's scheduler wakes. */
  public long periodNanos() {
    return facts.get("periodNanos").asLong();
  }

  /**
   * Returns programs with times on a machine.
   *
   * @param machine one of {@link #MACHINES}
   */
  public RodiniaPrograms programs(String machine) {
    HostCosts costs = MAPPER.convertValue(facts.get("costsNanos"), HostCosts.class);
    String model = facts.at("/machines/" + machine + "/gpu").asText();
    return new RodiniaPrograms(costs, rates(model));
  }

  private DeviceRates rates(String model) {
    JsonNode gpu = facts.get("gpus").get(model);
    Map<String, Integer> warpInstructions = new HashMap<>();
    facts
        .get("warpInstructions")
        .forEachEntry((kernel, counts) -> warpInstructions.put(kernel, counts.get(model).asInt()));
    return new DeviceRates(
        gpu.get("bytesPerSecond").asDouble(),
        gpu.get("fp64PerSecond").asDouble(),
        gpu.get("warpInstructionsPerSecond").asDouble(),
        warpInstructions,
        MAPPER.convertValue(facts.get("overBound"), new TypeReference<>() {}));
  }

  /**
   * Returns jobs for command lines, all queued at time 0, one core each.
   *
   * @param machine one of {@link #MACHINES}
   * @param commands of the pool
   */
  public List<Job> jobs(String machine, List<String> commands) {
    RodiniaPrograms programs = programs(machine);
    List<Job> jobs = new ArrayList<>();
    for (String command : commands) {
      Application application =
          InstrumentedProgram.application(programs.program(command), Ask.PATIENTLY);
      jobs.add(new Job(jobs.size() + " " + command, application, 0, 1, 0, Fault.NONE));
    }
    return jobs;
  }
}
