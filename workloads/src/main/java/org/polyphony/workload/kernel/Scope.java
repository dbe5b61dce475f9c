package org.polyphony.workload.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.kernel.Expression.Call;
import org.polyphony.workload.kernel.Expression.Constant;
import org.polyphony.workload.kernel.Expression.Lookup;
import org.polyphony.workload.kernel.Expression.Name;
import org.polyphony.workload.kernel.Expression.Operation;
import org.polyphony.workload.kernel.Expression.Variable;

/**
 * What names mean at one point of a model: constants, abbreviations ({@code let}), variables of the
 * running kernel, functions of index structures. Resolving folds whatever is constant.
 */
final class Scope {
  private static final Map<String, Operator> FUNCTIONS =
      Map.of(
          "min", Operator.MINIMUM,
          "max", Operator.MAXIMUM,
          "abs", Operator.ABS,
          "ceildiv", Operator.CEIL_DIVIDE);

  private static final int DEEPEST_ABBREVIATION = 50;
  private static final int MOST_PARTS = 4000; // operands and operators of an expression
  private static final int MOST_LEVELS = 550; // each takes calls to compile: 1 MB of stack for 1100

  private final double scale;
  private final long seed;
  private final Map<String, Expression> values; // constants and variables
  private final Map<String, Expression> abbreviations;
  private final Map<String, IndexFunction> functions;
  private int parts; // of the expression that is resolved
  private int levels; // of it, down to the part that is resolved

  /** Makes an empty scope. */
  Scope(double scale, long seed) {
    this(scale, seed, new HashMap<>(), new HashMap<>(), new HashMap<>());
  }

  private Scope(
      double scale,
      long seed,
      Map<String, Expression> values,
      Map<String, Expression> abbreviations,
      Map<String, IndexFunction> functions) {
    this.scale = scale;
    this.seed = seed;
    this.values = values;
    this.abbreviations = abbreviations;
    this.functions = functions;
  }

  /** Returns an independent copy, for an inner scope. */
  Scope copy() {
    return new Scope(
        scale, seed, new HashMap<>(values), new HashMap<>(abbreviations), new HashMap<>(functions));
  }

  void constant(String name, long value) {
    values.put(name, new Constant(value));
  }

  void abbreviation(String name, Expression expression) {
    abbreviations.put(name, expression);
  }

  /** Defines a variable, unless a constant has its name. */
  void variable(String name, int id) {
    values.putIfAbsent(name, new Variable(id));
  }

  /** Defines an argument, whose value a launch gives; it may replace a parameter. */
  void argument(String name, int id) {
    values.put(name, new Variable(id));
  }

  void function(String name, IndexFunction function) {
    functions.put(name, function);
  }

  boolean defines(String name) {
    return values.containsKey(name) || abbreviations.containsKey(name);
  }

  long seed() {
    return seed;
  }

  /** Reads an expression and resolves it. */
  Expression resolve(String text, Place place) {
    parts = 0;
    levels = 0;
    return resolve(ExpressionParser.parse(text, place), place, 0);
  }

  /**
   * Reads an expression that must be constant here.
   *
   * @throws InvalidInputException when it depends on a variable of the running kernel
   */
  long value(String text, Place place) {
    if (resolve(text, place) instanceof Constant number) {
      return number.value();
    }
    throw place.error(
        "\"" + text + "\", which depends on the running kernel", "a constant expression");
  }

  private Expression resolve(Expression e, Place place, int depth) {
    if (depth > DEEPEST_ABBREVIATION) {
      throw place.error("a let that refers to itself", "lets without a cycle");
    }
    limit(++parts, MOST_PARTS, "parts", place);
    limit(++levels, MOST_LEVELS, "levels", place);
    Expression resolved = resolved(e, place, depth);
    levels--;
    return resolved;
  }

  /** Each abbreviation that names another one twice doubles the expanded text. */
  private static void limit(int count, int most, String what, Place place) {
    if (count > most) {
      throw place.error(
          "more than " + most + " " + what + " with all lets expanded", "at most " + most);
    }
  }

  private Expression resolved(Expression e, Place place, int depth) {
    if (e instanceof Name name) {
      return resolveName(name.name(), place, depth);
    }
    if (e instanceof Operation operation) {
      return fold(operation.operator(), resolveAll(operation.operands(), place, depth));
    }
    if (e instanceof Call call) {
      return resolveCall(call.function(), resolveAll(call.arguments(), place, depth), place);
    }
    return e;
  }

  private List<Expression> resolveAll(List<Expression> expressions, Place place, int depth) {
    List<Expression> resolved = new ArrayList<>(expressions.size());
    expressions.forEach(e -> resolved.add(resolve(e, place, depth)));
    return resolved;
  }

  private Expression resolveName(String name, Place place, int depth) {
    if (values.containsKey(name)) {
      return values.get(name);
    }
    if (abbreviations.containsKey(name)) {
      return resolve(abbreviations.get(name), place, depth + 1);
    }
    Set<String> known = new HashSet<>(values.keySet());
    known.addAll(abbreviations.keySet());
    throw place.unknown("variable", name, known);
  }

  private Expression resolveCall(String name, List<Expression> arguments, Place place) {
    if (functions.containsKey(name)) {
      requireCount(name, arguments, 1, place);
      return foldLookup(functions.get(name), arguments.get(0));
    }
    if (name.equals("hash")) {
      Expression state = new Constant(seed);
      for (Expression key : arguments) {
        state = fold(Operator.HASH, List.of(state, key));
      }
      return state;
    }
    if (name.startsWith("scaled")) {
      return new Constant(scaled(name, arguments, place));
    }
    Operator operator = FUNCTIONS.get(name);
    if (operator == null) {
      Set<String> known = new HashSet<>(FUNCTIONS.keySet());
      known.addAll(functions.keySet());
      known.addAll(List.of("hash", "scaled", "scaled2", "scaled3"));
      throw place.unknown("function", name, known);
    }
    requireCount(name, arguments, operator.arity(), place);
    return fold(operator, arguments);
  }

  private static void requireCount(String name, List<Expression> found, int count, Place place) {
    if (found.size() != count) {
      throw place.error(found.size() + " arguments of " + name, String.valueOf(count));
    }
  }

  private static Expression foldLookup(IndexFunction function, Expression index) {
    return index instanceof Constant n
        ? new Constant(function.at(n.value()))
        : new Lookup(function, index);
  }

  private static Expression fold(Operator operator, List<Expression> operands) {
    if (operator == Operator.CHOOSE && operands.get(0) instanceof Constant n) {
      return n.value() != 0 ? operands.get(1) : operands.get(2);
    }
    long[] values = new long[3];
    for (int i = 0; i < operands.size(); i++) {
      if (!(operands.get(i) instanceof Constant n)) {
        return new Operation(operator, operands);
      }
      values[i] = n.value();
    }
    return new Constant(operator.apply(values[0], values[1], values[2]));
  }

  /** {@code scaled(value, multiple)}; scaled2 and scaled3 are for the side of a square or cube. */
  private long scaled(String name, List<Expression> arguments, Place place) {
    requireCount(name, arguments, 2, place);
    if (!(arguments.get(0) instanceof Constant value)
        || !(arguments.get(1) instanceof Constant multiple)) {
      throw place.error("variables in " + name, "constants");
    }
    double factor =
        switch (name) {
          case "scaled" -> scale;
          case "scaled2" -> Math.sqrt(scale);
          case "scaled3" -> StrictMath.cbrt(scale);
          default -> throw place.unknown("function", name, List.of("scaled", "scaled2", "scaled3"));
        };
    long unit = Math.max(1, multiple.value());
    return scale == 1.0
        ? value.value()
        : Math.max(1, Math.round(value.value() * factor / unit)) * unit;
  }
}
