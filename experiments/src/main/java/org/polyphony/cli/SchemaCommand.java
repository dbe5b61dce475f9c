package org.polyphony.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.polyphony.config.EditorSchema;
import org.polyphony.config.FileKind;
import org.polyphony.input.NearestName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony schema}: what an editor completes and checks keys with. */
@Command(
    name = "schema",
    mixinStandardHelpOptions = true,
    description = "Prints the JSON Schema of a kind of files, for editors.",
    footer = {
      "",
      "A file names it in its first key, by a path from its own folder; editors then complete keys:",
      "  { \"$schema\": \"experiment.schema.json\", \"gpu\": ... }",
      "",
      "Example:",
      "  polyphony schema experiment > experiment.schema.json"
    })
final class SchemaCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "KIND",
      description = "experiment, sweep, gpu, host, machine or application")
  private String kind;

  @Override
  public Integer call() {
    List<String> names = EditorSchema.kinds().stream().map(SchemaCommand::name).toList();
    int index = names.indexOf(kind);
    if (index < 0) {
      throw Arguments.wrong("KIND", "'" + kind + "'", NearestName.oneOf(kind, names));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(EditorSchema.text(EditorSchema.kinds().get(index)));
    out.flush();
    return 0;
  }

  private static String name(FileKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
