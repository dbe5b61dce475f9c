package org.polyphony.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.polyphony.config.ConfigKeys;
import org.polyphony.config.FileKind;
import org.polyphony.plot.Charts;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.study.engine.Study;

/** The names that commands and options take, for a shell to complete. */
abstract class BundledNames implements Iterable<String> {
  abstract List<String> all();

  @Override
  public Iterator<String> iterator() {
    return all().iterator();
  }

  /** Of {@code run}: experiments, benchmarks and samples. */
  static final class Runs extends BundledNames {
    @Override
    List<String> all() {
      List<String> names = new ArrayList<>(FileKind.EXPERIMENT.names());
      names.addAll(WorkloadLibrary.names());
      return names;
    }
  }

  /** Of {@code sweep}. */
  static final class Sweeps extends BundledNames {
    @Override
    List<String> all() {
      return FileKind.SWEEP.names();
    }
  }

  /** Of {@code --policy} and {@code --beside}. */
  static final class Policies extends BundledNames {
    @Override
    List<String> all() {
      return PartitionPolicies.names();
    }
  }

  /** Of {@code plot --chart}. */
  static final class ChartNames extends BundledNames {
    @Override
    List<String> all() {
      return Charts.names();
    }
  }

  /** Of {@code study}. */
  static final class StudyNames extends BundledNames {
    @Override
    List<String> all() {
      return Study.names();
    }
  }

  /** Of {@code --set}, without the equals sign and the value. */
  static final class ConfigPaths extends BundledNames {
    @Override
    List<String> all() {
      return ConfigKeys.paths();
    }
  }

  /** Of {@code host}. */
  static final class Hosts extends BundledNames {
    @Override
    List<String> all() {
      return FileKind.HOST.names();
    }
  }
}
