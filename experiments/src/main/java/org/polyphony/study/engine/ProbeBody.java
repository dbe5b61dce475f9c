package org.polyphony.study.engine;

import java.util.Optional;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;
import org.polyphony.results.table.LongTable;
import org.polyphony.study.Probe;
import org.polyphony.study.StudyContext;
import org.polyphony.study.probe.Probes;

/** A study of a probe. */
record ProbeBody<P extends Record>(StudyFile file, Probe<P> probe, P parameters)
    implements StudyBody {
  private static final String PATH = "runs.probe.";

  static ProbeBody<?> of(StudyFile file) {
    StudyConfig.ProbeConfig config = file.config().runs().probe();
    file.requireOneOf(PATH + "name", config.name(), Probes.names());
    return of(file, Probes.find(config.name()).orElseThrow());
  }

  private static <P extends Record> ProbeBody<P> of(StudyFile file, Probe<P> probe) {
    StudyConfig.ProbeConfig config = file.config().runs().probe();
    for (Violation wrong : Keys.check(probe.parameters(), config.parameters())) {
      throw file.wrong(PATH + "parameters." + wrong.path(), wrong.found(), wrong.allowed());
    }
    return new ProbeBody<>(file, probe, Keys.bind(probe.parameters(), config.parameters()));
  }

  @Override
  public LongTable planned() {
    return probe.planned().apply(file.folder(), parameters);
  }

  @Override
  public String plan(StudyContext context) {
    return "the runs of the probe " + probe.name() + " are not known beforehand";
  }

  @Override
  public void make(StudyContext context) {
    String gpu = context.gpuOr(file.config().gpu());
    Optional<LongTable> table = probe.body().run(context, gpu, file.folder(), parameters);
    if (table.isPresent()) {
      new StudyPage(file, context).report(table.get(), gpu, "");
    } else {
      context.show("no run has ended\n");
    }
  }
}
