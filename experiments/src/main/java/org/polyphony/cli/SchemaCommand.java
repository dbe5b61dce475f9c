package org.polyphony.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.polyphony.config.EditorSchema;
import org.polyphony.config.FileKind;
import org.polyphony.workload.kernel.ModelWorkload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony schema}: what an editor completes and checks keys with. */
@Command(
    name = "schema",
    description = "Print the JSON Schema of a kind of file, for editors.",
    footer = {
      "",
      "A file that names the schema in its first key, relative to itself, gets",
      "completion and documentation of keys:",
      "  { \"$schema\": \"experiment.schema.json\", \"gpu\": ... }",
      "",
      "Example:",
      "  polyphony schema experiment > experiment.schema.json"
    })
final class SchemaCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "KIND",
      description = "experiment, sweep, gpu, host, machine, application, study or model")
  private String kind;

  @Override
  public void run() {
    List<FileKind> kinds = new ArrayList<>(EditorSchema.kinds());
    kinds.add(FileKind.MODEL);
    FileKind wanted = Arguments.oneOf("KIND", kind, kinds, SchemaCommand::name);
    PrintWriter out = spec.commandLine().getOut();
    out.println(wanted == FileKind.MODEL ? ofModels() : EditorSchema.text(wanted));
  }

  private static String ofModels() {
    try (InputStream in = ModelWorkload.class.getResourceAsStream("model.schema.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(FileKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
