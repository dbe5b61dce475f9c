package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

/** What warps keep is what evaluating every expression anew gives, whatever the program. */
class KeptValuesTest {
  private static final long FIRST_ARRAY = 0x1000_0000L;
  private static final int TILES = 9;
  private static final int[] BLOCK = {32, 2, 1};
  private static final long[][] THREADS = Variables.threadValues(BLOCK);

  /** A step of a random program. */
  private sealed interface Node {}

  private record Access(String index) implements Node {}

  private record Predicate(String condition) implements Node {}

  private record Loop(String counter, int trips, List<Node> body) implements Node {}

  /** A loop whose thread blocks draw every second tile, from their index on. */
  private record Drawn(String counter, String tile, List<Node> body) implements Node {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void agreeWithEvaluatingEveryExpressionAnew(long seed) {
    assertAgrees(program(new Random(seed)), "seed " + seed);
  }

  @Test
  void agreeWhenAProgramHasMoreOfThemThanAWarpKeeps() {
    List<Node> body = new ArrayList<>();
    for (int k = 0; k < 100; k++) {
      body.add(new Access("hash(" + k + ", bx, tx) % 128"));
    }

    assertAgrees(List.of(new Loop("i", 2, body)), "100 values");
  }

  private static void assertAgrees(List<Node> program, String message) {
    long[] arguments = {7, -3, 7};
    ModelWorkload workload = workload(program, arguments);
    for (int launch = 0; launch < arguments.length; launch++) {
      Kernel kernel = ((Workload.Launch) workload.step(launch)).kernel();
      List<List<String>> traces = interleaved(kernel);
      for (int cursor = 0; cursor < traces.size(); cursor++) {
        List<String> expected = new ArrayList<>();
        long[] values = new long[Variables.MOST];
        values[0] = cursor / 2;
        evaluate(program, scope(arguments[launch]), values, 32 * (cursor % 2), 0, expected);
        assertEquals(
            String.join("\n", expected),
            String.join("\n", traces.get(cursor)),
            message + ", launch " + launch + ", cursor " + cursor);
      }
    }
  }

  private static List<Node> program(Random random) {
    List<Node> inner = body(random, 12, "i", "j");
    List<Node> outer = body(random, 12, "i");
    outer.add(new Loop("j", 3, inner));
    outer.addAll(body(random, 6, "i"));
    outer.add(new Loop("k", 2, body(random, 6, "i", "k")));
    outer.add(new Access("bx * (i * tx % 7) / 2"));
    List<Node> longer = body(random, 12, "l");
    longer.add(new Access("bx * (l * tx % 7) / 2")); // as in the shorter loop at the same level
    List<Node> program = body(random, 6);
    program.add(new Loop("i", 2, outer));
    program.add(new Loop("l", 4, longer));
    List<Node> drawn = body(random, 12, "t", "u");
    drawn.add(new Loop("k", 2, body(random, 6, "t", "u", "k")));
    program.add(new Drawn("t", "u", drawn));
    return program;
  }

  private static List<Node> body(Random random, int steps, String... counters) {
    List<Node> body = new ArrayList<>();
    String last = "tx";
    for (int s = 0; s < steps; s++) {
      String a = random.nextInt(3) == 0 ? last : expression(random, 3, counters);
      String b = expression(random, 2, counters);
      body.add(
          random.nextInt(4) == 0
              ? new Predicate(condition(random, a, b, counters))
              : new Access("(" + a + ") % 64 + (" + b + ") % 32 + tx"));
      last = a;
    }
    return body;
  }

  private static String condition(Random random, String a, String b, String... counters) {
    String first = a + " < " + b;
    if (random.nextBoolean()) {
      return first;
    }
    String second = expression(random, 1, counters) + " >= " + expression(random, 1);
    return random.nextBoolean() ? first + " && " + second : second + " && " + first;
  }

  private static String expression(Random random, int depth, String... counters) {
    if (depth == 0 || random.nextInt(5) == 0) {
      String[] names = {"bx", "tx", "ty", "g", "thread", "5"};
      boolean isCounter = counters.length > 0 && random.nextBoolean();
      return isCounter
          ? counters[random.nextInt(counters.length)]
          : names[random.nextInt(names.length)];
    }
    String a = expression(random, depth - 1, counters);
    String b = expression(random, depth - 1, counters);
    String[] forms = {
      "(A + B)",
      "(A - B)",
      "(A * B)",
      "(A / B)",
      "(A % 8)",
      "(A % B)",
      "min(A, B)",
      "max(A, B)",
      "(A / 4)",
      "(A > B ? A : B)",
      "list.at(A)",
      "(-4 * list.at(A) + B)",
      "hash(A, B) % 100",
      "(A & B)",
      "(A == B)"
    };
    return forms[random.nextInt(forms.length)].replace("A", a).replace("B", b);
  }

  private static ModelWorkload workload(List<Node> program, long[] arguments) {
    StringBuilder launches = new StringBuilder();
    for (long argument : arguments) {
      launches.append(launches.isEmpty() ? "" : ",");
      launches.append("{\"launch\": \"k\", \"with\": {\"g\": " + argument + "}}");
    }
    String text = TinyModel.text(json(program)).replace("{\"launch\": \"k\"}", launches.toString());
    return ModelWorkload.parse(text, "tiny.json", ModelOptions.DEFAULT);
  }

  private static String json(List<Node> nodes) {
    return nodes.stream().map(KeptValuesTest::json).collect(Collectors.joining(","));
  }

  private static String json(Node node) {
    if (node instanceof Access access) {
      return "\"LDG v = @ a[" + access.index() + "]\"";
    }
    if (node instanceof Predicate predicate) {
      return "{\"predicate\": \"" + predicate.condition() + "\", \"body\": [\"NOP\"]}";
    }
    if (node instanceof Drawn drawn) {
      String names =
          "{\"loop\": \"%s\", \"draws\": \"%s\"".formatted(drawn.counter(), drawn.tile());
      return names + ", \"below\": " + TILES + ", \"body\": [" + json(drawn.body()) + "]}";
    }
    Loop loop = (Loop) node;
    String head = "{\"loop\": \"" + loop.counter() + "\", \"trips\": " + loop.trips();
    return head + ", \"body\": [" + json(loop.body()) + "]}";
  }

  /** Steps four warps in turns; returns the addresses and masks of each. */
  private static List<List<String>> interleaved(Kernel kernel) {
    List<List<String>> traces = new ArrayList<>();
    InstructionStream stream = kernel.open(2);
    stream.begin(0, 0);
    stream.begin(1, 1);
    for (int tile = 0; kernel.tiles() > 0 && tile < TILES + 2; tile++) {
      stream.drawn(tile % 2, tile);
    }
    long[] lanes = new long[32];
    for (int cursor = 0; cursor < 4; cursor++) {
      traces.add(new ArrayList<>());
    }
    for (int running = 15; running != 0; ) {
      for (int cursor = 0; cursor < 4; cursor++) {
        int at = stream.next(cursor / 2, cursor % 2);
        if (at == InstructionStream.END) {
          running &= ~(1 << cursor);
        } else if (kernel.instructions().widthBytes(at) > 0) {
          stream.addresses(cursor / 2, cursor % 2, lanes);
          traces.get(cursor).add(row(lanes));
        } else if (kernel.instructions().mnemonic(at).equals("NOP")) {
          traces.get(cursor).add(Integer.toHexString(stream.activeMask(cursor / 2, cursor % 2)));
        }
      }
    }
    return traces;
  }

  private static String row(long[] lanes) {
    StringBuilder row = new StringBuilder();
    for (long lane : lanes) {
      row.append(lane - FIRST_ARRAY).append(' ');
    }
    return row.toString();
  }

  private static Scope scope(long argument) {
    Scope scope = new Scope(1, 1);
    for (int v = 0; v < Variables.NAMES.size(); v++) {
      scope.variable(Variables.NAMES.get(v), v);
    }
    scope.constant("g", argument);
    scope.function("list.at", new IndexFunction(new int[] {3, 1, 2}));
    return scope;
  }

  private static void evaluate(
      List<Node> nodes, Scope scope, long[] values, int firstThread, int level, List<String> out) {
    for (Node node : nodes) {
      if (node instanceof Access access) {
        long[] lanes = lanes(access.index(), scope, values, firstThread);
        for (int lane = 0; lane < lanes.length; lane++) {
          lanes[lane] = FIRST_ARRAY + 4 * lanes[lane];
        }
        out.add(row(lanes));
      } else if (node instanceof Predicate predicate) {
        long[] lanes = lanes(predicate.condition(), scope, values, firstThread);
        int mask = 0;
        for (int lane = 0; lane < lanes.length; lane++) {
          mask |= lanes[lane] != 0 ? 1 << lane : 0;
        }
        out.add(Integer.toHexString(mask));
      } else if (node instanceof Loop loop) {
        Scope inner = scope.copy();
        inner.variable(loop.counter(), Variables.FIRST_COUNTER + level);
        for (int trip = 0; trip < loop.trips(); trip++) {
          values[Variables.FIRST_COUNTER + level] = trip;
          evaluate(loop.body(), inner, values, firstThread, level + 1, out);
        }
      } else if (node instanceof Drawn drawn) {
        Scope inner = scope.copy();
        inner.variable(drawn.counter(), Variables.FIRST_COUNTER + level);
        inner.variable(drawn.tile(), Variables.FIRST_COUNTER + level + 1);
        for (long tile = values[0]; tile < TILES; tile += 2) {
          values[Variables.FIRST_COUNTER + level] = tile / 2;
          values[Variables.FIRST_COUNTER + level + 1] = tile;
          evaluate(drawn.body(), inner, values, firstThread, level + 2, out);
        }
      }
    }
  }

  private static long[] lanes(String text, Scope scope, long[] values, int firstThread) {
    Expression e = scope.resolve(text, new Place("test", "$"));
    long[] lanes = new long[32];
    for (int lane = 0; lane < lanes.length; lane++) {
      for (int v = 0; v < THREADS.length; v++) {
        values[Variables.FIRST_THREAD + v] = THREADS[v][firstThread + lane];
      }
      lanes[lane] = Expression.value(e, values);
    }
    return lanes;
  }
}
