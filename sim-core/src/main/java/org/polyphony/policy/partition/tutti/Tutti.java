package org.polyphony.policy.partition.tutti;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.input.Violation;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.PolicyKind;
import org.polyphony.policy.partition.SpatialEven;
import org.polyphony.policy.partition.measure.Kernels;

/**
 * Tutti: all SMs hold the best mix of the kernels found so far; some try neighboring mixes for an
 * epoch, and one for each kernel measures it alone while its speed is unknown. A mix that wins is
 * given to all SMs, and withdrawn if the device then runs worse. Spatial multitasking is tried when
 * the search has ended and stays if it is better on the device. Thread blocks that must leave end
 * by themselves where they soon do.
 *
 * <p>What is known belongs to kernels of processes, not to launches: kernels that run together
 * again resume the search. Between two launches of a process, others leave it its room.
 *
 * <p>State: searches of up to {@value #REMEMBERED} sets of kernels, the least recently used
 * forgotten first; speeds alone; for each process the quotas that it had last.
 */
public final class Tutti implements PartitionPolicy {
  public static final PolicyKind<?> KIND =
      new PolicyKind<>(
          "tutti",
          "the best partition, found by a search on all SMs and confirmed on the device",
          "Polyphony",
          Settings.class,
          Tutti::new);

  private static final long POLL_CYCLES = 1000;
  private static final int REMEMBERED = 64;

  private final Settings settings;
  private final Map<List<String>, Ensemble> ensembles = lastUsed();
  private final Map<String, Double> alone = new HashMap<>(); // by kernel, per cycle on an SM
  private final List<PolicyDecision> log = new ArrayList<>();
  private Kernels kernels = Kernels.NONE;
  private Optional<Ensemble> ensemble = Optional.empty();
  private boolean[] hasRun = {}; // by process
  private int[][] lastQuota = {}; // by process and SM

  Tutti(Settings settings) {
    this.settings = settings;
  }

  private static <K, V> Map<K, V> lastUsed() {
    return new LinkedHashMap<>(REMEMBERED, 0.75f, true) {
      private static final long serialVersionUID = 1;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > REMEMBERED;
      }
    };
  }

  @Override
  public List<Violation> violations(GpuConfig gpu, int processes) {
    return SpatialEven.eachHasAnSm(gpu, processes);
  }

  @Override
  public boolean decides() {
    return true;
  }

  @Override
  public String obstacle(GpuConfig gpu, int processes) {
    int least = Ensemble.leastSms(processes);
    return gpu.sms() >= least
        ? ""
        : "it measures %d kernels on %d SMs or more, and the GPU has %d"
            .formatted(processes, least, gpu.sms());
  }

  @Override
  public String objective() {
    return settings.objective().word();
  }

  @Override
  public int epochCycles() {
    return settings.measureCycles();
  }

  @Override
  public List<PolicyDecision> decisions() {
    return Collections.unmodifiableList(log);
  }

  @Override
  public String role(int sm) {
    return ensemble.map(each -> each.role(sm)).orElse("");
  }

  @Override
  public long partition(long cycle, DeviceView device, Quotas quotas) {
    enter(cycle, device);
    boolean isMeasured = ensemble.map(Ensemble::isMeasured).orElse(false);
    if (isMeasured) {
      ensemble.get().advance(cycle, device).ifPresent(decision -> learn(device, decision));
    }
    write(device, quotas);
    return isMeasured ? cycle + POLL_CYCLES : NEVER;
  }

  /** Changes to the ensemble of the kernels that run now. */
  private void enter(long cycle, DeviceView device) {
    if (hasRun.length == 0) {
      hasRun = new boolean[device.processes()];
      lastQuota = new int[device.processes()][device.config().sms()];
    }
    Kernels now = Kernels.running(device);
    if (now.equals(kernels)) {
      return;
    }
    ensemble.ifPresent(each -> each.leave(cycle, device));
    kernels = now;
    kernels.processes().forEach(process -> hasRun[process] = true);
    ensemble = kernels.count() > 1 ? Optional.of(ensemble(device)) : Optional.empty();
    ensemble.ifPresent(each -> each.enter(cycle, device, kernels));
  }

  private Ensemble ensemble(DeviceView device) {
    List<String> identities = kernels.identities(device);
    Ensemble known = settings.remember() ? ensembles.get(identities) : null;
    if (known != null) {
      return known;
    }
    double[] speeds =
        identities.stream().mapToDouble(each -> alone.getOrDefault(each, Double.NaN)).toArray();
    Ensemble created = new Ensemble(settings, device, kernels, speeds);
    ensembles.put(identities, created);
    return created;
  }

  private void learn(DeviceView device, PolicyDecision decision) {
    log.add(decision);
    for (int k = 0; k < kernels.count() && settings.remember(); k++) {
      double speed = ensemble.orElseThrow().alone(k);
      if (speed > 0) {
        alone.put(kernels.identity(device, k), speed);
      }
    }
  }

  private void write(DeviceView device, Quotas quotas) {
    quotas.clear();
    boolean holds = ensemble.isEmpty() && isHeld(device);
    for (int sm = 0; sm < device.config().sms(); sm++) {
      int[] wanted = wanted(device, sm, holds);
      for (int k = 0; k < kernels.count(); k++) {
        quotas.set(sm, kernels.row(k), wanted[k]);
        lastQuota[kernels.process(k)][sm] = wanted[k];
      }
      quotas.setPatience(sm, patience(device, sm, wanted));
    }
  }

  /** Returns whether a process that has run is about to launch its next kernel. */
  private boolean isHeld(DeviceView device) {
    boolean isHeld = false;
    for (int process = 0; process < device.processes(); process++) {
      isHeld |=
          hasRun[process]
              && device.running(process) == DeviceView.NONE
              && device.isLaunching(process);
    }
    return isHeld && settings.holdRoom();
  }

  private int[] wanted(DeviceView device, int sm, boolean holds) {
    if (ensemble.isPresent()) {
      return ensemble.get().quotas(device, sm);
    }
    int[] wanted = new int[kernels.count()];
    for (int k = 0; k < wanted.length; k++) {
      wanted[k] = holds ? lastQuota[kernels.process(k)][sm] : Quotas.UNLIMITED;
    }
    return wanted;
  }

  private long patience(DeviceView device, int sm, int[] wanted) {
    return ensemble
        .map(each -> each.patience(device, sm, wanted))
        .orElse((long) settings.patienceCycles());
  }
}
