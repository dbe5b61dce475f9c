package org.polyphony.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.run.Provenance;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code polyphony} command: prints its usage when no subcommand is given. */
@Command(
    name = "polyphony",
    versionProvider = Main.Version.class,
    description = "Simulate multitasking GPUs cycle by cycle.",
    subcommands = {},
    footer = {
      "",
      "Exit codes: 0 success; 1 a run failed (results so far are kept); 2 invalid input",
      "(nothing is written); 130 interrupted (partial results are kept)."
    })
public final class Main implements Callable<Integer> {
  private static final Map<String, Function<Services, Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("run", RunCommand::new);
    COMMANDS.put("sweep", SweepCommand::new);
    COMMANDS.put("explain", ExplainCommand::new);
    COMMANDS.put("status", services -> new StatusCommand());
    COMMANDS.put("merge", services -> new MergeCommand());
    COMMANDS.put("host", HostCommand::new);
    COMMANDS.put("plot", services -> new PlotCommand());
    COMMANDS.put("report", services -> new ReportCommand());
    COMMANDS.put("compare", services -> new CompareCommand());
    COMMANDS.put("timeline", services -> new TimelineCommand());
    COMMANDS.put("list", services -> new ListCommand());
    COMMANDS.put("describe", DescribeCommand::new);
    COMMANDS.put("validate", ValidateCommand::new);
    COMMANDS.put("schema", services -> new SchemaCommand());
    COMMANDS.put("trace", TraceCommand::new);
    COMMANDS.put("import", ImportCommand::new);
    COMMANDS.put("completion", services -> new CompletionCommand());
    COMMANDS.put("study", StudyCommand::new);
  }

  @SuppressWarnings("UnusedVariable") // Failures asks the parser for it
  @Option(
      names = Failures.DEBUG,
      scope = ScopeType.INHERIT,
      description = "print stack traces of errors")
  private boolean debug;

  @SuppressWarnings("UnusedVariable") // the parser looks at it
  @Option(
      names = {"-V", HelpText.VERSION},
      versionHelp = true,
      description = "print the version and exit")
  private boolean version;

  @Spec private CommandSpec spec;

  /** Creates the command. */
  public Main() {}

  /**
   * Runs the command line and ends the JVM with its exit code.
   *
   * @param args the arguments after {@code polyphony}
   */
  public static void main(String[] args) {
    Runtime.getRuntime().addShutdownHook(new Thread(Interrupt::refuseExit));
    try {
      CommandLine commandLine = commandLine(Services.standard(), args);
      System.exit(Failures.afterOutput(commandLine, commandLine.execute(args)));
    } catch (InvalidInputException e) {
      System.err.println("polyphony: " + e.getMessage());
      System.exit(CommandLine.ExitCode.USAGE);
    } catch (OutOfMemoryError e) {
      String hint = "; increase the heap, such as POLYPHONY_JAVA_OPTS=-Xmx2g";
      System.err.println("polyphony: out of memory (" + e.getMessage() + ")" + hint);
      System.exit(CommandLine.ExitCode.SOFTWARE);
    }
  }

  static CommandLine commandLine() {
    return commandLine(Services.standard());
  }

  /** Returns the command line with every command; two builds are compared through it. */
  static CommandLine commandLine(Services services) {
    return commandLine(services, new String[0]);
  }

  /**
   * Returns the command line for given arguments. It has the one command that they begin with, as
   * to build all of them takes longer than what most do; every command when they begin otherwise.
   */
  static CommandLine commandLine(Services services, String[] args) {
    String given = args.length == 0 ? "" : args[0];
    String first = given.equals(StudyCommand.ALIAS) ? "study" : given;
    CommandLine commandLine = new CommandLine(new Main());
    for (String name : COMMANDS.containsKey(first) ? List.of(first) : COMMANDS.keySet()) {
      commandLine.addSubcommand(COMMANDS.get(name).apply(services));
    }
    HelpText.layOut(commandLine);
    return commandLine
        .registerConverter(Path.class, Main::path)
        .setParameterExceptionHandler(Failures::refuse)
        .setExecutionExceptionHandler(Failures::explain)
        .setExecutionStrategy(Main::execute)
        .setAbbreviatedOptionsAllowed(false);
  }

  private static int execute(ParseResult parsed) {
    CommandLine all = parsed.commandSpec().commandLine();
    all.setOut(PrintableOutput.over(all.getOut())).setErr(PrintableOutput.over(all.getErr()));
    return new CommandLine.RunLast().execute(parsed);
  }

  /** An empty path would be the working directory, which nobody means. */
  private static Path path(String given) {
    if (given.isBlank()) {
      throw new CommandLine.TypeConversionException("an empty path");
    }
    return Path.of(given);
  }

  /**
   * Prints the usage to standard output.
   *
   * @return exit code 0
   */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return CommandLine.ExitCode.OK;
  }

  /** What {@code polyphony --version} prints. */
  static final class Version implements IVersionProvider {
    /** Made by the command line. */
    Version() {}

    @Override
    public String[] getVersion() {
      Provenance provenance = Provenance.current();
      String commit = provenance.gitCommit().isEmpty() ? "" : " (" + provenance.gitCommit() + ")";
      return new String[] {"Polyphony " + provenance.version() + commit};
    }
  }
}
