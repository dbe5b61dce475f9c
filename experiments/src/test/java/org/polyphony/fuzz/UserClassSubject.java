package org.polyphony.fuzz;

import com.google.errorprone.annotations.Immutable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.cli.CommandRun;
import org.polyphony.cli.UserKind;
import org.polyphony.compare.Choices;
import org.polyphony.usercode.WatchedThread;

/** Classes of users that misbehave anywhere, or whose source is damaged; they do not exit. */
@Immutable
final class UserClassSubject implements Subject {
  private static final String EXCEPTIONS =
      "[\\w.$]*\\w(Exception|Error)\\b|\\bjava\\.(io|nio|util)\\.|@[0-9a-f]{6,8}\\b";

  private static final List<String> MEMBERS = Seeds.words("members");

  private static final List<String> THROWN = Seeds.words("thrown");

  private static final List<String> BODIES = Seeds.words("bodies");

  private static final List<String> RETURNED =
      List.of("-1", "-2", "0", "1", "Integer.MIN_VALUE", "Integer.MAX_VALUE", "1 << 20");

  private static final String HELPERS =
      """
      static int deeper(int n) { return deeper(n + 1) + 1; }
      static <E extends Throwable> E sneak(Throwable e) throws E { throw (E) e; }
      static class Nest { static final int[] A = new int[1 / 0]; static final int x = A[0]; }
      static class Odd extends Error {
        public String getMessage() { throw new Odd(); }
        public Throwable getCause() { return new Odd(); }
        public StackTraceElement[] getStackTrace() { return new StackTraceElement[2]; }
      }
      static class OddList extends AbstractList<Object> {
        public Object get(int i) { throw new Odd(); }
        public int size() { return 3; }
      }
      """;

  @Override
  public List<String> write(Path folder, Choices choices) throws IOException {
    System.setProperty(WatchedThread.LIMIT, "2");
    UserKind kind = choices.of(UserKind.values());
    String body = choices.of(BODIES);
    if (choices.percent(20) && kind != UserKind.PREFETCHER && kind != UserKind.REPLACEMENT) {
      body += " if (true) { return " + choices.of(RETURNED) + "; }";
    }
    String constructor = choices.percent(25) ? choices.of(BODIES) : "";
    String members = choices.of(MEMBERS) + (choices.percent(10) ? choices.of(MEMBERS) : "");
    String source =
        kind.source(members + HELPERS, constructor, body)
            .replace("THROW", "throw " + choices.of(THROWN))
            .replace(
                "ODD",
                choices.of(
                    "new OddList()",
                    "Arrays.asList((Object) null)",
                    "List.of(\"x\")",
                    "Collections.nCopies(3, new Object())"));
    if (choices.percent(15)) {
      source = new TextMutator(choices).mutant(source);
    }
    if (choices.percent(3)) {
      source =
          choices.of("package java.foo;", "package org.polyphony.cli;", "package a.b;") + source;
    }
    Path file =
        folder.resolve(
            choices.percent(95)
                ? "Mine.java"
                : choices.of(
                    "module-info.java", "package-info.java", "Other.java", "mine.json", "M"));
    Seeds.write(file, source);
    List<String> command = new ArrayList<>(kind.command(folder, file));
    if (choices.percent(5)) {
      return List.of(choices.of("validate", "describe"), command.get(1));
    }
    return command;
  }

  @Override
  public CommandRun withoutQuotes(CommandRun run) {
    return new CommandRun(
        run.exitCode(), run.out().replaceAll(EXCEPTIONS, ""), run.err().replaceAll(EXCEPTIONS, ""));
  }
}
