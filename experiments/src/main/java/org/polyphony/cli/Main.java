package org.polyphony.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code polyphony} command: prints its usage when no subcommand is given. */
@Command(
    name = "polyphony",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Simulates a multitasking GPU cycle by cycle.",
    subcommands = {},
    footer = {
      "",
      "Exit codes: 0 done; 1 a run failed, what was written is kept; 2 bad input, nothing written;",
      "130 interrupted, a partial summary is written."
    })
public final class Main implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** Creates the command. */
  public Main() {}

  /**
   * Runs the command line and ends the JVM with its exit code.
   *
   * @param args the arguments after {@code polyphony}
   */
  public static void main(String[] args) {
    try {
      System.exit(commandLine().execute(args));
    } catch (OutOfMemoryError e) {
      System.err.println(
          "polyphony: out of memory ("
              + e.getMessage()
              + "); give the JVM more, for example"
              + " POLYPHONY_JAVA_OPTS=-Xmx2g");
      System.exit(CommandLine.ExitCode.SOFTWARE);
    }
  }

  static CommandLine commandLine() {
    return commandLine(Services.standard());
  }

  static CommandLine commandLine(Services services) {
    return new CommandLine(new Main())
        .addSubcommand(new RunCommand(services))
        .addSubcommand(new ListCommand())
        .addSubcommand(new DescribeCommand(services))
        .addSubcommand(new ValidateCommand(services))
        .addSubcommand(
            new CommandLine(new TraceCommand(services))
                .addSubcommand(new TraceCompareCommand(services)))
        .addSubcommand(new PlotCommand())
        .addSubcommand(new ReportCommand())
        .addSubcommand(new TimelineCommand())
        .addSubcommand(new ReproduceCommand(services))
        .addSubcommand(new SweepCommand(services))
        .addSubcommand(new SweepTaskCommand(services))
        .addSubcommand(new MergeCommand())
        .addSubcommand(new HostCommand(services))
        .addSubcommand(new ConvertJobsCommand())
        .setParameterExceptionHandler(Failures::refuse)
        .setExecutionExceptionHandler(Failures::explain)
        .setUsageHelpWidth(100)
        .setAbbreviatedOptionsAllowed(false);
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
}
