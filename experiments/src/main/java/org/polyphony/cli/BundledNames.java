package org.polyphony.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.polyphony.config.BundledFiles;
import org.polyphony.run.WorkloadLibrary;

/** The names that commands take in place of a file, for a shell to complete. */
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
      List<String> names = new ArrayList<>(BundledFiles.EXPERIMENTS.names());
      names.addAll(WorkloadLibrary.names());
      return names;
    }
  }

  /** Of {@code sweep}. */
  static final class Sweeps extends BundledNames {
    @Override
    List<String> all() {
      return BundledFiles.SWEEPS.names();
    }
  }

  /** Of {@code host}. */
  static final class Hosts extends BundledNames {
    @Override
    List<String> all() {
      return BundledFiles.HOSTS.names();
    }
  }
}
