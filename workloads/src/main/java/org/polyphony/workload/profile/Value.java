package org.polyphony.workload.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongBinaryOperator;

/**
 * What is known of an integer register: a sum of a constant, a known function of the thread,
 * multiples of block indices and loop counters, and functions of which only the arguments are
 * known. Kernel parameters have unknown values.
 *
 * @param size threads of a block
 * @param threads by thread; null if all are 0
 * @param constant the same for all
 * @param parameters summands with unknown values
 * @param coefficients of block indices and loop counters
 * @param pitched functions of the thread times an unknown factor
 * @param arguments of unknown functions
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Value(
    int size,
    long[] threads,
    long constant,
    Set<String> parameters,
    Map<String, Long> coefficients,
    List<long[]> pitched,
    Set<String> arguments) {
  /** A coefficient that depends on kernel parameters. */
  static final long UNKNOWN = Long.MIN_VALUE;

  /** Argument of unknown functions: the thread's index in its block. */
  static final String THREAD = "thread";

  /** Argument of unknown functions: what was loaded from memory. */
  static final String DATA = "data";

  private static final int MOST_TERMS = 64; // a sum of more counters is like loaded data

  static Value constant(int size, long value) {
    return new Value(size, null, value, Set.of(), Map.of(), List.of(), Set.of());
  }

  static Value ofThreads(long[] threads) {
    return new Value(threads.length, threads, 0, Set.of(), Map.of(), List.of(), Set.of());
  }

  static Value symbol(int size, String name) {
    return new Value(size, null, 0, Set.of(), Map.of(name, 1L), List.of(), Set.of());
  }

  static Value parameter(int size, String name) {
    return new Value(size, null, 0, Set.of(name), Map.of(), List.of(), Set.of());
  }

  static Value function(int size, Set<String> arguments) {
    return new Value(size, null, 0, Set.of("?"), Map.of(), List.of(), Set.copyOf(arguments));
  }

  Value plus(Value other) {
    Map<String, Long> sums = new TreeMap<>(coefficients);
    other.coefficients.forEach((name, c) -> sums.merge(name, c, Value::sum));
    sums.values().removeIf(c -> c == 0);
    Set<String> unknown = union(arguments, other.arguments);
    if (sums.size() + unknown.size() > MOST_TERMS) {
      return function(size, Set.of(DATA));
    }
    List<long[]> tables = new ArrayList<>(pitched);
    tables.addAll(other.pitched);
    return new Value(
        size,
        combine(threads, other.threads, Long::sum),
        constant + other.constant,
        union(parameters, other.parameters),
        sums,
        tables,
        unknown);
  }

  private static long sum(long a, long b) {
    return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : a + b;
  }

  private long[] combine(long[] a, long[] b, LongBinaryOperator operator) {
    if (a == null && b == null) {
      return null;
    }
    long[] found = new long[size];
    for (int t = 0; t < size; t++) {
      found[t] = operator.applyAsLong(a == null ? 0 : a[t], b == null ? 0 : b[t]);
    }
    return found;
  }

  Value times(long factor) {
    if (factor == 0) {
      return constant(size, 0);
    }
    Map<String, Long> scaled = new TreeMap<>();
    coefficients.forEach((name, c) -> scaled.put(name, c == UNKNOWN ? c : c * factor));
    long[] table = threads == null ? null : Arrays.stream(threads).map(t -> t * factor).toArray();
    return new Value(size, table, constant * factor, parameters, scaled, pitched, arguments);
  }

  /** Returns the product; with an unknown factor, coefficients are unknown. */
  Value times(Value other) {
    if (other.isConstant()) {
      return times(other.constant);
    }
    if (isConstant()) {
      return other.times(constant);
    }
    if (isOfThread() && other.isOfThread()) {
      return apply(other, (a, b) -> a * b);
    }
    if (other.isInvariant()) {
      return timesUnknown();
    }
    return isInvariant() ? other.timesUnknown() : function(size, union(all(), other.all()));
  }

  private Value timesUnknown() {
    Map<String, Long> unknown = new TreeMap<>();
    coefficients.keySet().forEach(name -> unknown.put(name, UNKNOWN));
    List<long[]> tables = new ArrayList<>(pitched);
    if (threads != null) {
      tables.add(threads);
    }
    return new Value(size, null, 0, Set.of("?"), unknown, tables, arguments);
  }

  /** Applies an operation to functions of the thread; else only the arguments are known. */
  Value apply(Value other, LongBinaryOperator operator) {
    if (!isOfThread() || !other.isOfThread()) {
      return function(size, union(all(), other.all()));
    }
    if (threads == null && other.threads == null) {
      return constant(size, operator.applyAsLong(constant, other.constant));
    }
    long[] found = new long[size];
    for (int t = 0; t < size; t++) {
      found[t] = operator.applyAsLong(at(t), other.at(t));
    }
    return ofThreads(found);
  }

  /** Returns the part that the thread decides, plus the constant. */
  long at(int thread) {
    return constant + (threads == null ? 0 : threads[thread]);
  }

  /** Returns this value with a symbol replaced. */
  Value replace(String symbol, Value by) {
    Long factor = coefficients.get(symbol);
    if (factor == null) {
      return this;
    }
    Map<String, Long> rest = new TreeMap<>(coefficients);
    rest.remove(symbol);
    Value without = new Value(size, threads, constant, parameters, rest, pitched, arguments);
    return without.plus(factor == UNKNOWN ? by.timesUnknown() : by.times(factor));
  }

  boolean isConstant() {
    return isOfThread() && threads == null;
  }

  /** Returns whether its value is known for every thread. */
  boolean isOfThread() {
    return parameters.isEmpty()
        && coefficients.isEmpty()
        && pitched.isEmpty()
        && arguments.isEmpty();
  }

  /** Returns whether it is the same for all threads, blocks and trips. */
  boolean isInvariant() {
    return threads == null && coefficients.isEmpty() && pitched.isEmpty() && arguments.isEmpty();
  }

  /** Returns whether it is a symbol plus a number or parameters that are the same for all. */
  boolean isOnly(String symbol) {
    return threads == null
        && pitched.isEmpty()
        && arguments.isEmpty()
        && coefficients.keySet().equals(Set.of(symbol));
  }

  /** Returns whether it is one symbol and nothing else. */
  boolean isSymbol() {
    return threads == null
        && constant == 0
        && parameters.isEmpty()
        && pitched.isEmpty()
        && arguments.isEmpty()
        && List.copyOf(coefficients.values()).equals(List.of(1L));
  }

  /** Returns this value without a symbol. */
  Value rest(String symbol) {
    return replace(symbol, constant(size, 0));
  }

  /** Returns everything that it depends on. */
  Set<String> all() {
    Set<String> found = new TreeSet<>(arguments);
    found.addAll(coefficients.keySet());
    if (threads != null || !pitched.isEmpty()) {
      found.add(THREAD);
    }
    return found;
  }

  private static Set<String> union(Set<String> a, Set<String> b) {
    Set<String> found = new TreeSet<>(a);
    found.addAll(b);
    return found;
  }
}
