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

  private static final List<String> MEMBERS =
      List.of(
          "",
          "",
          "",
          "static int shared = 1;",
          "static class Nested { static int shared; static { if (true) THROW } }",
          "static { if (true) THROW }",
          "int field = deeper(0);",
          "static final int N = deeper(1);",
          "public String toString() { THROW }",
          "public int hashCode() { THROW }",
          "public boolean equals(Object other) { THROW }",
          "public String name() { THROW }",
          "public String name() { return null; }",
          "public record P(int n) {} public Mine(GIVEN P p) {}",
          "public record P(@Key(\"n\") int n) {} public Mine(GIVEN P p) {}",
          "public record P(@Key(value = \"n\", absent = \"x\") int n) {} public Mine(GIVEN P p) {}",
          "public record P(@Key(value = \"n\", absent = \"1\") Object n) {} public Mine(GIVEN P p) {}",
          "public record P(@Key(value = \"n\", absent = \"[]\") List n) {} public Mine(GIVEN P p) {}",
          "public record P(@Key(value = \"n\", absent = \"a\", pattern = \"(\") String n) {}"
              + " public Mine(GIVEN P p) {}",
          "public record P(@Key(value = \"n\", absent = \"1\") int n) { public P { if (true) THROW } }"
              + " public Mine(GIVEN P p) {}",
          "public record P(@Key(value = \"n\", absent = \"1\") int n) implements Keys.Related {"
              + " public int n() { THROW } public void check(Violation.Checks c) { THROW } }"
              + " public Mine(GIVEN P p) {}",
          "public record P(@Key(value = \"n\", absent = \"a\") K n) { enum K { a; K() { if (true)"
              + " THROW } } } public Mine(GIVEN P p) {}",
          "public record P(@Key(value = \"n\", absent = \"a\", from = All.class) String n) {"
              + " static class All implements Key.Names { public List<String> names() { THROW } } }"
              + " public Mine(GIVEN P p) {}",
          "public Mine(GIVEN Map<String, Object> m) { m.clear(); m.get(\"x\").toString(); }",
          "public List<Violation> violations(GpuConfig gpu, int processes) { THROW }",
          "public List<Violation> violations(GpuConfig gpu, int processes)"
              + " { return List.of(new Violation(null, null, null)); }",
          "public List<Violation> violations(GpuConfig gpu, int processes) { return (List) ODD; }",
          "public List<PolicyDecision> decisions() { return (List) ODD; }",
          "public List<PolicyDecision> decisions() { THROW }",
          "public List<PolicyDecision> decisions() { return List.of(new PolicyDecision(1, List.of(),"
              + " null, \"b\", List.of())); }",
          "public String role(int sm) { return sm == 0 ? null : \"\\u0007\"; }",
          "public String role(int sm) { THROW }",
          "public String objective() { return \"\\n\\u0000\"; }",
          "public String kernelScheduler(String configured) { return \"odd\"; }",
          "public String kernelScheduler(String configured) { THROW }",
          "public int epochCycles() { return -5; }",
          "public int epochCycles() { return 1; }",
          "public boolean sharesStreams() { return true; }",
          "public boolean sharesStreams() { THROW }",
          "public boolean decides() { THROW }",
          "public String obstacle(GpuConfig gpu, int processes) { THROW }",
          "public void release(int task) { THROW }",
          "public boolean canEverPlace(TaskNeed need) { return false; }",
          "public void filled(int set, int way, int workload) { THROW }",
          "public void hit(long address, int workload, int sm, int warp, long pc) { THROW }");

  private static final List<String> THROWN =
      List.of(
          "new RuntimeException();",
          "new RuntimeException((String) null);",
          "new RuntimeException(\"a\\nb\\u0007\".repeat(9000));",
          "new AssertionError(\"odd\");",
          "Mine.<RuntimeException>sneak(new Exception(\"checked\"));",
          "Mine.<RuntimeException>sneak(new Odd());",
          "new Odd();",
          "new ExceptionInInitializerError();",
          "new InvalidInputException(\"a\\nb\");",
          "new NoClassDefFoundError(\"odd\");",
          "new OutOfMemoryError(\"odd\");",
          "new ThreadDeath();",
          "new StackOverflowError();",
          "new RuntimeException(new java.lang.reflect.InvocationTargetException(null));",
          "null;");

  private static final List<String> BODIES =
      List.of(
          "",
          "",
          "THROW",
          "deeper(0);",
          "int x = Nest.x;",
          "Thread.currentThread().interrupt();",
          "new Thread(() -> {}).start();",
          "Thread.currentThread().setContextClassLoader(null);",
          "Thread.currentThread().setName(\"\\u0007\");",
          "Object o = List.of().get(0);",
          "Object o = (String) (Object) 1;",
          "int[] a = new int[-1];",
          "int i = Integer.parseInt(\"x\");");

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
