package org.polyphony.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.polyphony.config.ConfigKeys;
import org.polyphony.config.FileKind;
import org.polyphony.plot.Charts;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.study.engine.Study;

/** The names that commands and options take, for a shell to complete. */
abstract class BundledNames implements Iterable<String> {
  private final Supplier<List<String>> names;

  BundledNames(Supplier<List<String>> names) {
    this.names = names;
  }

  List<String> all() {
    return names.get();
  }

  @Override
  public Iterator<String> iterator() {
    return all().iterator();
  }

  /** Of {@code run}: experiments, benchmarks and samples. */
  static final class Runs extends BundledNames {
    Runs() {
      super(Runs::names);
    }

    private static List<String> names() {
      List<String> names = new ArrayList<>(FileKind.EXPERIMENT.names());
      names.addAll(WorkloadLibrary.names());
      return names;
    }
  }

  /** Of {@code sweep}. */
  static final class Sweeps extends BundledNames {
    Sweeps() {
      super(FileKind.SWEEP::names);
    }
  }

  /** Of {@code --policy} and {@code --beside}. */
  static final class Policies extends BundledNames {
    Policies() {
      super(PartitionPolicies::names);
    }
  }

  /** Of {@code plot --chart}. */
  static final class ChartNames extends BundledNames {
    ChartNames() {
      super(Charts::names);
    }
  }

  /** Of {@code study}. */
  static final class StudyNames extends BundledNames {
    StudyNames() {
      super(Study::names);
    }
  }

  /** Of {@code --set}, without the equals sign and the value. */
  static final class ConfigPaths extends BundledNames {
    ConfigPaths() {
      super(ConfigKeys::paths);
    }
  }

  /** Of {@code host}. */
  static final class Hosts extends BundledNames {
    Hosts() {
      super(FileKind.HOST::names);
    }
  }
}
