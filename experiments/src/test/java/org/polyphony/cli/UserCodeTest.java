package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.polyphony.compare.ResultComparison;
import org.polyphony.simulation.GpuSimulation;

/** Whatever a class of a user does ends with results, or with one message that names it. */
class UserCodeTest {
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  private CommandRun run(UserKind kind, String name, String source) throws IOException {
    Path file = folder.write(name, source);
    List<String> all = new ArrayList<>(kind.command(folder.at(""), file));
    all.addAll(List.of("--out", folder.at("out").toString()));
    return CommandRun.of(new GpuSimulation(), folder.at("cache"), all.toArray(String[]::new));
  }

  private void assertMessage(CommandRun run, int exitCode, String message) {
    assertEquals(exitCode, run.exitCode(), run.err());
    assertTrue(run.err().contains(message), run.err());
    assertFalse(run.err().contains("\tat "), run.err());
    assertEquals(1, run.err().lines().filter(line -> line.startsWith("polyphony: ")).count());
    assertTrue(run.err().lines().count() < 4, run.err());
    String[] written = folder.at("out").toFile().list();
    assertTrue(exitCode != 2 || written == null || written.length == 0, run.err());
  }

  @ParameterizedTest
  @EnumSource(UserKind.class)
  void runsAClassOfTheDefaultPackage(UserKind kind) throws IOException {
    CommandRun run = run(kind, "Mine.java", kind.source("", "", ""));

    run.shows();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "new IllegalStateException()|java.lang.IllegalStateException at",
        "new RuntimeException((String) null)|java.lang.RuntimeException at",
        "new AssertionError(\"odd\")|java.lang.AssertionError: odd at",
        "new java.io.IOException()|java.io.IOException at",
        "new Odd()|Mine$Odd, whose text cannot be read at",
        "null|java.lang.NullPointerException",
      })
  void namesClassAndLineOfWhatAMethodThrows(String thrown, String told) throws IOException {
    String members =
        "static class Odd extends Error {"
            + " public String getMessage() { throw new Error(); }"
            + " public Throwable getCause() { return new Odd(); } }"
            + " static <E extends Throwable> void sneak(Throwable e) throws E { throw (E) e; }";
    for (UserKind kind : UserKind.values()) {
      String body = "Mine.<RuntimeException>sneak(" + thrown + ");";
      ResultComparison.delete(folder.at("out"));
      CommandRun run = run(kind, "Mine.java", kind.source(members, "", body));

      assertMessage(run, 1, ") threw " + told);
      assertTrue(run.err().contains("at Mine."), run.err());
      assertTrue(run.err().contains("(Mine.java:"), run.err());
      assertTrue(run.err().contains("Mine: ") || run.err().contains("(Mine): "), run.err());
    }
  }

  @ParameterizedTest
  @EnumSource(UserKind.class)
  void namesClassAndLineOfAnEndlessRecursion(UserKind kind) throws IOException {
    String member = "static int deeper(int depth) { return deeper(depth + 1) + 1; }";

    CommandRun method = run(kind, "Mine.java", kind.source(member, "", "deeper(0);"));
    assertMessage(method, 1, "threw java.lang.StackOverflowError at Mine.deeper(Mine.java:17)");
  }

  @ParameterizedTest
  @EnumSource(UserKind.class)
  void namesClassAndLineOfAFailedConstruction(UserKind kind) throws IOException {
    String recursion =
        "static final int N = deeper(0); static int deeper(int n) { return deeper(n) + 1; }";

    assertMessage(
        run(kind, "Mine.java", kind.source(recursion, "", "")),
        2,
        "class Mine cannot be constructed: java.lang.StackOverflowError at Mine.deeper(Mine.java:17)");
    assertMessage(
        run(kind, "Mine.java", kind.source("", "throw new IllegalStateException(\"odd\");", "")),
        2,
        "class Mine throws in its constructor: java.lang.IllegalStateException: odd"
            + " at Mine.<init>(Mine.java:16)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int n|with no @Key",
        "@Key(value = \"n\", absent = \"many\") int n|with @Key(absent = \"many\"), allowed: an int",
        "@Key(value = \"n\", absent = \"9\", max = 3) int n|with @Key(absent = \"9\"), allowed: an"
            + " integer from 0 to 3",
        "@Key(value = \"n\", absent = \"yes\") boolean n|with @Key(absent = \"yes\"), allowed: true",
      })
  void refusesARecordOfParametersThatCannotBeRead(String component, String told)
      throws IOException {
    String members = "public record P(" + component + ") {} public Mine(GIVEN P p) {}";
    for (UserKind kind : UserKind.values()) {
      CommandRun run = run(kind, "Mine.java", kind.source(members, "", ""));

      assertMessage(run, 2, "class Mine has a parameter P.n " + told);
    }
  }

  @ParameterizedTest
  @EnumSource(UserKind.class)
  void namesARecordOfParametersThatThrows(UserKind kind) throws IOException {
    String members =
        "public record P(@Key(value = \"n\", absent = \"1\") int n) {"
            + " public P { n = 1 / (n - 1); } } public Mine(GIVEN P p) {}";

    assertMessage(
        run(kind, "Mine.java", kind.source(members, "", "")),
        2,
        "class Mine cannot read its parameters: java.lang.ArithmeticException: / by zero"
            + " at Mine$P.<init>(Mine.java:17)");
  }

  @ParameterizedTest
  @EnumSource(UserKind.class)
  void refusesAFileThatIsNoSuchClass(UserKind kind) throws IOException {
    String source = kind.source("", "", "");

    assertMessage(
        run(kind, "Mine.java", "package java.foo;" + source),
        2,
        "class java.foo.Mine cannot be loaded: java.lang.SecurityException: Prohibited package");
    assertMessage(
        run(kind, "module-info.java", "module mine {}"), 2, "class module-info cannot be loaded");
    assertMessage(
        run(kind, "Mine.java", kind.source("", "", "int i = 1" + " + 1".repeat(20_000) + ";")),
        2,
        "Mine.java: the Java compiler itself fails on this file; simplify it");
    assertMessage(run(kind, "Mine.java", "class Mine {}"), 2, "missing; give one class");
  }

  @Test
  void refusesMutableStaticFieldsOfAPartAndItsNestedClasses() throws IOException {
    String nested = "static class Counts { static int n; }";

    assertMessage(
        run(UserKind.SCHEDULER, "Mine.java", UserKind.SCHEDULER.source(nested, "", "")),
        2,
        "class Mine has a static field that all parts of a run would share; make it final: Counts.n");
  }

  /** In a process of its own, since it ends. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POLICY|System.exit(0);",
        "POLICY|new Thread(() -> System.exit(0)).start(); while (true) {}",
        "SCHEDULER|Runtime.getRuntime().exit(3);",
        "BROKER|try { System.class.getMethod(\"exit\", int.class).invoke(null, 0); }"
            + " catch (ReflectiveOperationException e) {}",
      })
  @Timeout(50)
  void endsAtOnceWhenAClassEndsTheProcess(UserKind kind, String body) throws Exception {
    Path file = folder.write("Mine.java", kind.source("", "", body));
    List<String> words = kind.command(folder.at(""), file);
    String[] rest = words.subList(1, words.size()).toArray(String[]::new);
    Process run = folder.process(words.get(0) + " --out ./out", rest).start();

    List<String> err = run.errorReader().lines().toList();

    assertEquals(2, run.waitFor(), err.toString());
    assertEquals(1, err.size(), err.toString());
    String said = err.get(0);
    assertTrue(said.startsWith("polyphony: class Mine calls System.exit at Mine."), said);
    assertTrue(said.contains("(Mine.java:"), said);
  }
}
