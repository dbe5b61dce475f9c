package org.polyphony.cli;

import org.polyphony.run.Provenance;
import picocli.CommandLine.IVersionProvider;

/** What {@code polyphony --version} prints. */
final class Version implements IVersionProvider {
  /** Made by the command line. */
  Version() {}

  @Override
  public String[] getVersion() {
    Provenance provenance = Provenance.current();
    String commit = provenance.gitCommit().isEmpty() ? "" : " (" + provenance.gitCommit() + ")";
    return new String[] {"Polyphony " + provenance.version() + commit};
  }
}
