package org.polyphony.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a class of a user can be, each with a working source and the command that runs it. */
public enum UserKind {
  POLICY(
      "PartitionPolicy",
      "",
      """
      public long partition(long cycle, DeviceView device, Quotas quotas) {
        if (true) { BODY }
        for (int i = 0; i < device.kernels(); i++) { quotas.setOnAll(device.kernel(i), 1); }
        return NEVER;
      }
      """),
  REPLACEMENT(
      "ReplacementPolicy",
      "CacheSets",
      """
      public void filled(int set, int way, int workload) {
        if (true) { BODY }
      }
      public int victim(int set, int workload) {
        int way = 0;
        while (!view.mayEvict(set, way)) { way++; }
        return way;
      }
      """),
  SCHEDULER(
      "DramScheduler",
      "DramQueue",
      """
      public int choose(long clock) {
        if (true) { BODY }
        for (int i = 0; i < view.size(); i++) { if (view.mayServe(i)) { return i; } }
        return NONE;
      }
      """),
  ARBITER(
      "Arbiter",
      "Requesters",
      """
      public int choose(long cycle) {
        if (true) { BODY }
        return view.size() - 1;
      }
      """),
  PREFETCHER(
      "Prefetcher",
      "PrefetchedCache",
      """
      public void missed(long address, int workload, int sm, int warp, long pc) {
        if (true) { BODY }
        view.prefetch(address + view.lineBytes());
      }
      """),
  BROKER(
      "NotificationPolicy",
      "",
      """
      public int next(List<Waiting> waiting, long freeBytes, int served) {
        if (true) { BODY }
        return waiting.isEmpty() || waiting.get(0).bytes() > freeBytes ? NONE : 0;
      }
      """),
  PLACEMENT(
      "Placement",
      "HostMachine",
      """
      public int place(int task, TaskNeed need) {
        if (true) { BODY }
        return 0;
      }
      public void release(int task) {}
      public boolean canEverPlace(TaskNeed need) { return true; }
      """);

  private static final String DEVICE =
      """
      { "gpu": { "extends": "gtx980", "sms": 2 }, "instructionBudget": 50000,
        "workloads": ["BS", { "benchmark": "HS", "scale": 0.001 }] }
      """;
  private static final String HOST =
      """
      { "machine": "2xp100", "jobs": [ { "application": "ara", "count": 2 } ],
        "schedulers": [ { "name": "NAME", "policy": "Mine" } ] }
      """;

  private final String type;
  private final String view;
  private final String methods;

  UserKind(String type, String view, String methods) {
    this.type = type;
    this.view = view;
    this.methods = methods;
  }

  /**
   * Returns the source of a class {@code Mine}.
   *
   * @param members of it; {@code GIVEN} begins the parameters of another constructor
   * @param constructor statements of its constructor
   * @param body statements of its main method
   */
  public String source(String members, String constructor, String body) {
    String given = view.isEmpty() ? "" : view + " view";
    return """
    import java.util.*;
    import org.polyphony.gpu.config.GpuConfig;
    import org.polyphony.gpu.dispatch.Quotas;
    import org.polyphony.gpu.part.arbitration.*;
    import org.polyphony.gpu.part.dram.*;
    import org.polyphony.gpu.part.prefetch.*;
    import org.polyphony.gpu.part.replacement.*;
    import org.polyphony.host.*;
    import org.polyphony.host.app.*;
    import org.polyphony.host.broker.*;
    import org.polyphony.host.mgb.Placement;
    import org.polyphony.input.*;
    import org.polyphony.policy.partition.*;
    public class Mine implements TYPE {
      VIEW
      public Mine(GIVEN) { ASSIGN CONSTRUCTOR }
      MEMBERS
      METHODS
    }
    """
        .replace("METHODS", methods)
        .replace("MEMBERS", members.replace("GIVEN", given.isEmpty() ? "" : given + ","))
        .replace("VIEW", view.isEmpty() ? "" : "private " + view + " view;")
        .replace("GIVEN", given)
        .replace("ASSIGN", view.isEmpty() ? "" : "this.view = view;")
        .replace("CONSTRUCTOR", constructor)
        .replace("BODY", body)
        .replace("TYPE", type);
  }

  /**
   * Writes the config that uses a class, and returns the command.
   *
   * @param file with the source of the class
   * @return without where results go
   */
  public List<String> command(Path folder, Path file) throws IOException {
    boolean isHost = this == BROKER || this == PLACEMENT;
    String config = isHost ? HOST.replace("NAME", this == BROKER ? "schedgpu" : "mgb") : DEVICE;
    Path written = Files.writeString(folder.resolve("config.json"), config);
    String command = isHost ? "host" : "run";
    List<String> all = new ArrayList<>(List.of(command, written.toString(), "--quiet"));
    String key =
        switch (this) {
          case REPLACEMENT -> "gpu.l2.replacement=";
          case SCHEDULER -> "gpu.dram.scheduler=";
          case ARBITER -> "gpu.crossbar.arbiter=";
          case PREFETCHER -> "gpu.l2.prefetcher=";
          default -> "";
        };
    all.addAll(List.of(key.isEmpty() ? "--policy" : "--set", key + file));
    return all;
  }
}
