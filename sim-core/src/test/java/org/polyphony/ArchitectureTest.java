package org.polyphony;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which package may name which, and what a path that every cycle takes does without. */
class ArchitectureTest {
  private static final Path ROOT = Path.of("src", "main", "java", "org", "polyphony");

  /** Every qualified name in the code counts, import or not; comments do not. */
  @ParameterizedTest
  @CsvSource({
    "input, input",
    "metrics, metrics",
    "usercode, usercode|input",
    "gpu, gpu|usercode|input",
    "gpu/sm/warp, gpu\\.(?!sm\\.(?!warp\\b))",
    "gpu/sm/execution, gpu\\.(?!sm\\.(?!(warp|execution)\\b))",
    "gpu/sm/memory, gpu\\.(?!sm\\.(?!(warp|execution|memory)\\b))",
    "gpu/sm/issue, gpu\\.(?!sm\\.[A-Z])",
    "policy, policy|gpu|metrics|usercode|input",
    "simulation, simulation|policy|gpu|metrics|usercode|input",
    "host/time, host\\.time",
    "host/app, host\\.app",
    "host/device, host\\.(device|app|time)|simulation|policy|gpu|metrics|input",
  })
  void namesOnlyPackagesBelowIt(String directory, String allowed) throws IOException {
    Pattern forbidden = Pattern.compile("^[^*]*\\borg\\.polyphony\\.(?!(" + allowed + ")\\b)");
    List<String> found = new ArrayList<>();
    for (Path file : sources(directory)) {
      for (String line : Files.readAllLines(file)) {
        if (forbidden.matcher(line).find() && !line.startsWith("package ")) {
          found.add(ROOT.relativize(file) + ": " + line.strip());
        }
      }
    }

    assertEquals(List.of(), found);
  }

  /** Packages of all modules, as far as their names appear in the code. */
  @Test
  void packagesFormNoCircle() throws IOException {
    Map<String, Set<String>> below = new TreeMap<>();
    for (String module :
        List.of("sim-core", "workloads", "configs", "results", "plots", "experiments")) {
      Path root = Path.of("..", module).resolve(ROOT).toAbsolutePath();
      for (Path file : sources(root.toString())) {
        String name = root.relativize(file.getParent()).toString().replace('/', '.');
        below.computeIfAbsent(name, key -> new TreeSet<>()).addAll(named(file));
      }
    }
    below.forEach((name, others) -> others.remove(name));
    below.values().forEach(others -> others.retainAll(below.keySet()));

    Set<String> ends;
    do { // what is left of packages that name none but those already taken away
      ends = new TreeSet<>(below.keySet());
      ends.removeIf(name -> !below.get(name).isEmpty());
      below.keySet().removeAll(ends);
      for (Set<String> others : below.values()) {
        others.removeAll(ends);
      }
    } while (!ends.isEmpty());

    assertEquals(Map.of(), below);
  }

  private static Set<String> named(Path file) throws IOException {
    return Pattern.compile("^[^*]*?\\borg\\.polyphony\\.([a-z.]+)\\.[A-Z]", Pattern.MULTILINE)
        .matcher(Files.readString(file))
        .results()
        .map((MatchResult name) -> name.group(1))
        .collect(Collectors.toSet());
  }

  /** A component makes its lambdas when it is made; a config, or a static factory, may use any. */
  @Test
  void gpuUsesNeitherStreamsNorLambdasOnceItRuns() throws IOException {
    List<Path> files = new ArrayList<>(sources("gpu"));
    assertTrue(files.removeIf(file -> file.startsWith(ROOT.resolve("gpu/config"))), "no config");

    assertEquals(List.of(), allocatingMethods(files));
  }

  private static List<String> allocatingMethods(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> found = new ArrayList<>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      for (CompilationUnitTree unit : task.parse()) {
        new AllocationScanner(Path.of(unit.getSourceFile().getName()), found).scan(unit, null);
      }
    }
    return found;
  }

  /** Finds lambdas, method references and streams in methods that are not static. */
  private static final class AllocationScanner extends TreeScanner<Void, String> {
    private static final Pattern STREAM = Pattern.compile("\\.stream\\(\\)|Stream\\.\\w+\\(");
    private final Path file;
    private final List<String> found;

    AllocationScanner(Path file, List<String> found) {
      this.file = file;
      this.found = found;
    }

    @Override
    public Void visitMethod(MethodTree method, String outer) {
      boolean isRunning =
          method.getReturnType() != null // no constructor
              && !method.getModifiers().getFlags().contains(Modifier.STATIC);
      return super.visitMethod(method, isRunning ? method.getName().toString() : null);
    }

    @Override
    public Void visitLambdaExpression(LambdaExpressionTree lambda, String method) {
      note(lambda, method);
      return super.visitLambdaExpression(lambda, method);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree reference, String method) {
      note(reference, method);
      return super.visitMemberReference(reference, method);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, String method) {
      if (STREAM.matcher(call.toString()).find()) {
        note(call, method);
      }
      return super.visitMethodInvocation(call, method);
    }

    private void note(Object tree, String method) {
      if (method != null) {
        found.add(ROOT.relativize(file) + ": " + method + ": " + tree);
      }
    }
  }

  private static List<Path> sources(String directory) throws IOException {
    try (Stream<Path> paths = Files.walk(ROOT.resolve(directory))) {
      List<Path> files = paths.filter(path -> path.toString().endsWith(".java")).toList();
      assertFalse(files.isEmpty(), directory);
      return files;
    }
  }
}
