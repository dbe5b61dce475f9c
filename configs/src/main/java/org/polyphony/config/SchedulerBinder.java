package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.polyphony.host.HostMachine;
import org.polyphony.host.broker.BrokerConfig;
import org.polyphony.host.broker.BrokerConfig.Access;
import org.polyphony.host.broker.BrokerConfig.Faults;
import org.polyphony.host.broker.BrokerConfig.StageCosts;
import org.polyphony.host.broker.ImplicitMemory;
import org.polyphony.host.broker.NotificationPolicies;
import org.polyphony.host.broker.NotificationPolicy;
import org.polyphony.host.mgb.CoreToGpu;
import org.polyphony.host.mgb.Placement;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.NearestName;

/** Makes the schedulers of a host experiment. */
final class SchedulerBinder {
  private static final double NANOS_PER_MICRO = 1000;

  private static final String MOST_FREE = "most-free";

  private final ConfigTree tree;
  private final HostMachine machine;

  SchedulerBinder(ConfigTree tree, HostMachine machine) {
    this.tree = tree;
    this.machine = machine;
  }

  /** Makes one; what is wrong is noted in the tree. */
  SchedulerConfig bind(int index) {
    String path = JsonPath.index("schedulers", index);
    JsonNode node = tree.at(path);
    String name = name(node);
    checkName(name, path);
    checkKeys(node, name, path);
    boolean isBroker = name.equals(SchedulerConfig.SCHEDGPU);
    int slots = name.equals(SchedulerConfig.SEQUENTIAL) ? 1 : Integer.MAX_VALUE;
    if (isBroker) {
      slots = node.path("slotsPerGpu").asInt(machine.maxCores());
    }
    boolean hasPolicy = isBroker || name.equals(SchedulerConfig.OWN_PLACEMENT);
    String policy = node.path("policy").asText(isBroker ? "fifo" : "");
    String id = hasPolicy ? name + "-" + policy.substring(policy.lastIndexOf('.') + 1) : name;
    if (name.equals(SchedulerConfig.OWN_PLACEMENT)) {
      checkPlacement(policy, path);
    }
    return new SchedulerConfig(
        node.path("id").asText(id),
        name,
        slots,
        node.path("placement").asText(MOST_FREE).equals(MOST_FREE),
        workers(node, name, path),
        name.equals(SchedulerConfig.OWN_PLACEMENT) ? policy : name,
        node.path("memoryBytes").asLong(Long.MAX_VALUE),
        Seconds.nanos(node.path("periodSeconds")),
        isBroker ? Optional.of(broker(node, policy, path)) : Optional.empty(),
        implicit(node, path));
  }

  static String name(JsonNode node) {
    return node.isTextual() ? node.asText() : node.path("name").asText();
  }

  private ImplicitMemory implicit(JsonNode node, String path) {
    boolean isOn = node.path("implicit").asBoolean(true);
    if (!isOn && node.has("implicitShare")) {
      String found = JsonPath.describe(node.get("implicitShare"));
      tree.wrong(path + ".implicitShare", found, "only with implicit true");
    }
    return new ImplicitMemory(isOn, node.path("implicitShare").asDouble(0));
  }

  private void checkPlacement(String policy, String path) {
    try {
      Placement.require(policy);
    } catch (InvalidInputException e) {
      tree.wrong(
          path + ".policy",
          policy.isEmpty() ? "nothing" : '"' + policy + '"',
          "the full name of your class (" + e.getMessage() + ")");
    }
  }

  private int workers(JsonNode node, String name, String path) {
    if (!SchedulerConfig.MGB.contains(name)) {
      return Integer.MAX_VALUE;
    }
    if (machine.nodes() > 1) {
      tree.wrong(path, '"' + name + '"', "only on a machine with one node");
    }
    boolean isSingle = name.equals(CoreToGpu.SINGLE_ASSIGNMENT);
    return node.path("workers").asInt(isSingle ? machine.devices() : machine.maxCores());
  }

  private void checkName(String name, String path) {
    JsonNode names =
        ConfigSchema.HOST.definition().at("/properties/schedulers/items/properties/name/enum");
    List<String> allowed = names.valueStream().map(JsonNode::asText).toList();
    if (!allowed.contains(name)) {
      tree.wrong(path, '"' + name + '"', NearestName.oneOf(name, allowed));
    }
  }

  /** A key that the scheduler has no use for is a mistake. */
  private void checkKeys(JsonNode node, String name, String path) {
    for (Map.Entry<String, JsonNode> key : node.properties()) {
      Set<String> users = users(key.getKey());
      if (!users.isEmpty() && !users.contains(name)) {
        tree.wrong(
            JsonPath.key(path, key.getKey()),
            JsonPath.describe(key.getValue()),
            "only with " + String.join(", ", new TreeSet<>(users)));
      }
    }
  }

  /** Returns the schedulers that have a use for a key; none when all have. */
  private static Set<String> users(String key) {
    return switch (key) {
      case "name", "id" -> Set.of();
      case "workers" -> SchedulerConfig.MGB;
      case "policy" -> Set.of(SchedulerConfig.SCHEDGPU, SchedulerConfig.OWN_PLACEMENT);
      case "memoryBytes", "periodSeconds" -> SchedulerConfig.BY_TASK;
      default -> Set.of(SchedulerConfig.SCHEDGPU);
    };
  }

  private BrokerConfig broker(JsonNode node, String policy, String path) {
    JsonNode faults = node.path("faults");
    Access access =
        Access.valueOf(
            node.path("access").asText("file-lock").replace('-', '_').toUpperCase(Locale.ROOT));
    if (faults.has("serverDiesSeconds") && access != Access.CLIENT_SERVER) {
      tree.wrong(
          path + ".faults.serverDiesSeconds",
          "a value, without a server",
          "only with access client-server");
    }
    if (faults.path("losesBackup").asBoolean() && !faults.has("corruptSeconds")) {
      tree.wrong(path + ".faults.losesBackup", "true", "only with corruptSeconds");
    }
    return new BrokerConfig(
        policy(policy, path),
        access,
        costs(node.path("costs"), access),
        Seconds.nanos(node.path("sanityCheckSeconds"), 1_000_000_000),
        new Faults(
            Seconds.nanos(faults.path("serverDiesSeconds"), Faults.NEVER),
            Seconds.nanos(faults.path("corruptSeconds"), Faults.NEVER),
            faults.path("losesBackup").asBoolean(false)));
  }

  private NotificationPolicy policy(String name, String path) {
    try {
      return NotificationPolicies.create(name);
    } catch (InvalidInputException e) {
      tree.wrong(
          path + ".policy",
          '"' + name + '"',
          NearestName.oneOf(name, NotificationPolicies.names())
              + ", or the full name of your class ("
              + e.getMessage()
              + ")");
      return NotificationPolicies.create("fifo");
    }
  }

  private static StageCosts costs(JsonNode costs, Access access) {
    StageCosts standard = StageCosts.of(access);
    return new StageCosts(
        micros(costs.path("initMicros"), standard.init()),
        micros(costs.path("preAllocateMicros"), standard.preAllocate()),
        micros(costs.path("postFreeMicros"), standard.postFree()),
        micros(costs.path("notificationMicros"), standard.notification()),
        micros(costs.path("shutdownMicros"), standard.shutdown()),
        micros(costs.path("serverInitMicros"), standard.serverInit()),
        micros(costs.path("serverShutdownMicros"), standard.serverShutdown()));
  }

  private static long micros(JsonNode micros, long absent) {
    return micros.isMissingNode() ? absent : Math.round(micros.asDouble() * NANOS_PER_MICRO);
  }
}
