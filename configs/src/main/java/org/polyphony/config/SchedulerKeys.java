package org.polyphony.config;

import java.util.List;
import java.util.Optional;
import org.polyphony.host.HostMachine;
import org.polyphony.host.broker.BrokerConfig;
import org.polyphony.host.broker.BrokerConfig.Access;
import org.polyphony.host.broker.BrokerConfig.StageCosts;
import org.polyphony.host.broker.ImplicitMemory;
import org.polyphony.host.broker.NotificationPolicies;
import org.polyphony.host.mgb.CoreToGpu;
import org.polyphony.host.mgb.EmulatedSms;
import org.polyphony.host.mgb.LeastWarps;
import org.polyphony.host.mgb.Placement;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.NearestName;
import org.polyphony.input.Violation;
import org.polyphony.usercode.UserClass;

/** A scheduler as the file of a host experiment states it. */
record SchedulerKeys(
    @Key(
            value = "how jobs share devices; see the table of schedulers in configs/README.md",
            from = SchedulerConfig.Names.class)
        String name,
    @Key(value = "name of the run in results; default: name and policy", min = 1, absent = Key.NONE)
        String id,
    @Key(
            value =
                "schedgpu: fifo (default), mmu, priority-fifo, priority-mmu or full name of your"
                    + " class; mgb: full name of your class",
            min = 1,
            with = {SchedulerKeys.OWN, SchedulerKeys.BROKER},
            absent = Key.NONE)
        String policy,
    @Key(
            value = "schedgpu: how clients access the shared data",
            oneOf = {"file-lock", "mutex", "client-server"},
            with = SchedulerKeys.BROKER,
            absent = "file-lock")
        Access access,
    @Key(
            value =
                "sa, cg, mgb-alg2, mgb-alg3, mgb: concurrent jobs; default: one per device (sa) or"
                    + " core (others)",
            min = 1,
            max = 1_000_000,
            with = {
              SchedulerKeys.CG,
              SchedulerKeys.OWN,
              SchedulerKeys.ALG2,
              SchedulerKeys.ALG3,
              SchedulerKeys.SA
            })
        Integer workers,
    @Key(
            value = "mgb-alg2, mgb-alg3, mgb: memory per device available to tasks; default: all",
            unit = "B",
            min = 1,
            with = {SchedulerKeys.OWN, SchedulerKeys.ALG2, SchedulerKeys.ALG3})
        Long memoryBytes,
    @Key(
            value =
                "mgb-alg2, mgb-alg3, mgb: interval at which the scheduler places tasks; 0: at"
                    + " once",
            unit = "s",
            max = 1_000_000,
            with = {SchedulerKeys.OWN, SchedulerKeys.ALG2, SchedulerKeys.ALG3},
            absent = "0")
        double periodSeconds,
    @Key(
            value = "schedgpu: jobs that may share a device; default: the cores of a node",
            min = 1,
            max = 1_000_000,
            with = SchedulerKeys.BROKER)
        Integer slotsPerGpu,
    @Key(
            value =
                "schedgpu: device of a job: the first with a free slot (as in schedGPU), or the one"
                    + " with the most",
            oneOf = {"first", "most-free"},
            with = SchedulerKeys.BROKER,
            absent = "most-free")
        String placement,
    @Key(
            value =
                "schedgpu: whether allocations of applications without a reserve are reserved"
                    + " implicitly; false: a warning, and they may run out of memory",
            with = SchedulerKeys.BROKER,
            absent = "true")
        boolean implicit,
    @Key(
            value =
                "schedgpu: least share of the smallest device that their first allocation reserves;"
                    + " default: its size",
            aboveMin = true,
            max = 1,
            with = SchedulerKeys.BROKER)
        Double implicitShare,
    @Key(
            value = "schedgpu: duration of each stage; default: Figure 9, by access",
            with = SchedulerKeys.BROKER,
            absent = "{}")
        Costs costs,
    @Key(
            value = "schedgpu: interval at which waiting clients check for dead ones",
            unit = "s",
            aboveMin = true,
            with = SchedulerKeys.BROKER,
            absent = "1")
        double sanityCheckSeconds,
    @Key(
            value = "schedgpu: failures of the broker to inject",
            with = SchedulerKeys.BROKER,
            absent = "{}")
        Faults faults)
    implements Keys.Related {
  static final String BROKER = "name=" + SchedulerConfig.SCHEDGPU;
  static final String OWN = "name=" + SchedulerConfig.OWN_PLACEMENT;
  static final String ALG2 = "name=" + EmulatedSms.NAME;
  static final String ALG3 = "name=" + LeastWarps.NAME;
  static final String CG = "name=" + CoreToGpu.NAME;
  static final String SA = "name=" + CoreToGpu.SINGLE_ASSIGNMENT;
  private static final double NANOS_PER_MICRO = 1000;

  /** Durations of the stages of a client and a server. */
  record Costs(
      @Key(value = "initialize a client", unit = "us", max = Key.LONGEST_SECONDS) Double initMicros,
      @Key(value = "request", unit = "us", max = Key.LONGEST_SECONDS) Double preAllocateMicros,
      @Key(value = "release", unit = "us", max = Key.LONGEST_SECONDS) Double postFreeMicros,
      @Key(value = "notify waiting clients of a release", unit = "us", max = Key.LONGEST_SECONDS)
          Double notificationMicros,
      @Key(value = "shut down a client", unit = "us", max = Key.LONGEST_SECONDS)
          Double shutdownMicros,
      @Key(value = "client-server: start the server", unit = "us", max = Key.LONGEST_SECONDS)
          Double serverInitMicros,
      @Key(
              value = "client-server: stop the server; no client waits for it",
              unit = "us",
              max = Key.LONGEST_SECONDS)
          Double serverShutdownMicros) {
    private StageCosts over(StageCosts standard) {
      return new StageCosts(
          nanos(initMicros, standard.init()),
          nanos(preAllocateMicros, standard.preAllocate()),
          nanos(postFreeMicros, standard.postFree()),
          nanos(notificationMicros, standard.notification()),
          nanos(shutdownMicros, standard.shutdown()),
          nanos(serverInitMicros, standard.serverInit()),
          nanos(serverShutdownMicros, standard.serverShutdown()));
    }

    private static long nanos(Double micros, long absent) {
      return micros == null ? absent : Math.round(micros * NANOS_PER_MICRO);
    }
  }

  /** Failures of the broker. */
  record Faults(
      @Key(value = "client-server: death of the server", unit = "s") Double serverDiesSeconds,
      @Key(value = "corruption of the shared data", unit = "s") Double corruptSeconds,
      @Key(value = "whether the backup is lost as well", absent = "false") boolean losesBackup)
      implements Keys.Related {
    @Override
    public void check(Violation.Checks checks) {
      boolean isOf = !losesBackup || corruptSeconds != null;
      checks.require(isOf, "losesBackup", true, "only with corruptSeconds");
    }

    private BrokerConfig.Faults faults() {
      return new BrokerConfig.Faults(
          Seconds.nanos(serverDiesSeconds, BrokerConfig.Faults.NEVER),
          Seconds.nanos(corruptSeconds, BrokerConfig.Faults.NEVER),
          losesBackup);
    }
  }

  @Override
  public void check(Violation.Checks checks) {
    if (isBroker()) {
      checkBroker(checks);
    } else if (isOwnPlacement()) {
      checkClass(checks, List.of(), () -> Placement.require(policy));
    }
  }

  private void checkBroker(Violation.Checks checks) {
    Seconds.requireNanos(checks, "sanityCheckSeconds", sanityCheckSeconds);
    boolean hasShare = implicitShare != null;
    checks.require(
        implicit || !hasShare, "implicitShare", implicitShare, "only with implicit true");
    checks.require(
        faults.serverDiesSeconds == null || access == Access.CLIENT_SERVER,
        "faults.serverDiesSeconds",
        faults.serverDiesSeconds,
        "only with access client-server");
    checkClass(
        checks, NotificationPolicies.names(), () -> NotificationPolicies.create(brokerPolicy()));
  }

  private void checkClass(Violation.Checks checks, List<String> names, Runnable use) {
    boolean isNamed = policy == null ? isBroker() : names.contains(policy);
    if (!isNamed && (policy == null || UserClass.find(policy).isEmpty())) {
      String found = policy == null ? "" : '"' + policy + '"';
      String bundled = names.isEmpty() ? "" : NearestName.oneOf(policy, names) + ", or ";
      String own = "the full name of your class on the class path, or in --policy FILE.java";
      checks.require(false, "policy", found, bundled + own);
      return;
    }
    try {
      use.run();
    } catch (InvalidInputException e) {
      checks.require(false, "policy", e.getMessage());
    }
  }

  private boolean isBroker() {
    return name.equals(SchedulerConfig.SCHEDGPU);
  }

  private boolean isOwnPlacement() {
    return name.equals(SchedulerConfig.OWN_PLACEMENT);
  }

  private String brokerPolicy() {
    return policy == null ? "fifo" : policy;
  }

  /** Returns what it is on a machine, under an id of its own. */
  SchedulerConfig on(HostMachine machine, String ownId) {
    return new SchedulerConfig(
        ownId,
        name,
        slots(machine),
        placement.equals("most-free"),
        workersOn(machine),
        isOwnPlacement() ? policy : name,
        memoryBytes == null ? Long.MAX_VALUE : memoryBytes,
        Seconds.nanos(periodSeconds),
        isBroker() ? Optional.of(broker()) : Optional.empty(),
        new ImplicitMemory(implicit, implicitShare == null ? 0 : implicitShare));
  }

  /** Returns the id that it states, or one made of its name and policy. */
  String usualId() {
    if (id != null) {
      return id;
    }
    String used = isBroker() ? brokerPolicy() : policy;
    return used == null ? name : name + "-" + used.substring(used.lastIndexOf('.') + 1);
  }

  private int slots(HostMachine machine) {
    if (isBroker()) {
      return slotsPerGpu == null ? machine.maxCores() : slotsPerGpu;
    }
    return name.equals(SchedulerConfig.SEQUENTIAL) ? 1 : Integer.MAX_VALUE;
  }

  private int workersOn(HostMachine machine) {
    if (!SchedulerConfig.MGB.contains(name)) {
      return Integer.MAX_VALUE;
    }
    boolean isSingle = name.equals(CoreToGpu.SINGLE_ASSIGNMENT);
    int usual = isSingle ? machine.devices() : machine.maxCores();
    return workers == null ? usual : workers;
  }

  private BrokerConfig broker() {
    return new BrokerConfig(
        NotificationPolicies.create(brokerPolicy()),
        access,
        costs.over(StageCosts.of(access)),
        Seconds.nanos(sanityCheckSeconds),
        faults.faults());
  }
}
