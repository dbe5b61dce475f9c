package org.polyphony.cli;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;

/**
 * Lays out the options in the help of a command: first its own, under the headings of its {@link
 * Groups}, or in the order of their declaration; then the options that all commands have.
 */
final class HelpText {
  private static final int WIDTH = 80;
  private static final int LONG_OPTION_WIDTH = 24;
  private static final String HELP = "--help";
  static final String VERSION = "--version";

  private static final List<String> COMMON = List.of(Failures.DEBUG, HELP, VERSION);

  /** Headings in the help of a command with many options. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Groups {
    /** Returns each heading with the options below it, as {@code "Output: --out --quiet"}. */
    String[] value();
  }

  /** The option of every command. */
  private static final class HelpOption {
    @SuppressWarnings("UnusedVariable") // the parser looks at it
    @Option(
        names = {"-h", HELP},
        usageHelp = true,
        description = "print this help and exit")
    private boolean isAsked;
  }

  private HelpText() {}

  /** Lays out the help of a command and of its subcommands. */
  static void layOut(CommandLine command) {
    command.setUsageHelpWidth(WIDTH).setUsageHelpLongOptionsMaxWidth(LONG_OPTION_WIDTH);
    CommandSpec spec = command.getCommandSpec();
    spec.addMixin("help", CommandSpec.forAnnotatedObject(new HelpOption()));
    spec.usageMessage().abbreviateSynopsis(true);
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpText::options);
    command.getSubcommands().values().stream().distinct().forEach(HelpText::layOut);
  }

  private static String options(Help help) {
    CommandSpec spec = help.commandSpec();
    List<OptionSpec> left = new ArrayList<>(spec.options());
    left.removeIf(option -> option.hidden() || isCommon(option));
    StringBuilder text = new StringBuilder();
    for (String group : groups(spec)) {
      String[] names = group.substring(group.indexOf(':') + 2).split(" ", -1);
      List<OptionSpec> options = new ArrayList<>();
      for (String name : names) {
        options.add(spec.findOption(name));
      }
      left.removeAll(options);
      text.append(System.lineSeparator()).append(group, 0, group.indexOf(':') + 1);
      text.append(System.lineSeparator()).append(rows(help, options));
    }
    return text + rows(help, left) + common(help);
  }

  private static boolean isCommon(OptionSpec option) {
    return COMMON.contains(option.longestName());
  }

  private static List<String> groups(CommandSpec spec) {
    return Optional.ofNullable(spec.userObject().getClass().getAnnotation(Groups.class))
        .map(groups -> List.of(groups.value()))
        .orElse(List.of());
  }

  private static Help.Layout layout(Help help) {
    CommandSpec spec = help.commandSpec(); // all options: columns of all groups line up
    return help.createDefaultLayout(
        spec.options(), spec.positionalParameters(), help.colorScheme());
  }

  private static String rows(Help help, List<OptionSpec> options) {
    Help.Layout layout = layout(help);
    options.forEach(option -> layout.addOption(option, help.createDefaultParamLabelRenderer()));
    return layout.toString();
  }

  private static String common(Help help) {
    List<OptionSpec> common =
        COMMON.stream().map(help.commandSpec()::findOption).filter(Objects::nonNull).toList();
    String heading = groups(help.commandSpec()).isEmpty() ? "" : System.lineSeparator();
    return heading + rows(help, common);
  }
}
