package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.lang.reflect.RecordComponent;
import java.util.Optional;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** A search for the highest or lowest value of a key with which a metric keeps its bound. */
public record SearchConfig(
    @Key("number that is searched, a path such as workloads[1].arrivals.poisson") String key,
    @Key(value = "lowest value, in the unit of the key", aboveMin = true) double low,
    @Key(value = "highest value, in the unit of the key", aboveMin = true) double high,
    @Key(
            value = "the search ends when two values differ by at most this share of the lower one",
            aboveMin = true,
            max = 1,
            absent = "0.05")
        double tolerance,
    @Key(
            value =
                "value that is wanted; the unloaded end is low for the highest, high for the"
                    + " lowest",
            oneOf = {HIGHEST, "lowest"},
            absent = HIGHEST)
        String find,
    @Key("number in summary.json, such as stp or benchmarks[1].requests.p95Micros") String metric,
    @Key(value = "upper bound of the metric", aboveMin = true, choice = true) Double atMost,
    @Key(value = "lower bound of the metric", aboveMin = true, choice = true) Double atLeast,
    @Key(
            value = "whether the bound is a multiple of the metric at the unloaded end",
            absent = "false")
        boolean relative)
    implements Keys.Related {
  private static final String HIGHEST = "highest";
  private static final double LEAST_TOLERANCE = 0.001;
  private static final double MOST_EXACT = 1e15; // integers below are exact

  @Override
  public void check(Violation.Checks checks) {
    checks.require(low < high, "high", high, "above low, which is " + low);
    checks.require(tolerance >= LEAST_TOLERANCE, "tolerance", tolerance, "0.001 to 1");
    if (!JsonPath.isValid(key)) {
      checks.require(false, "key", "'" + key + "'", "a path in an experiment");
      return;
    }
    Optional<RecordComponent> component = ConfigKeys.component(ExperimentConfig.class, key);
    boolean isNumber =
        component.map(RecordComponent::getType).filter(SearchConfig::isNumber).isPresent();
    checks.require(component.isEmpty() || isNumber, "key", "'" + key + "'", "a key with a number");
    boolean isSeed = key.equals(Seeds.KEY);
    checks.require(!isSeed, "key", "the seed", "a key whose values have an order of load");
    checks.require(!isWhole() || low == Math.rint(low), "low", low, "an integer, as the key is");
    checks.require(
        !isWhole() || high == Math.rint(high), "high", high, "an integer, as the key is");
  }

  /** Returns a searched value as runs have it: an integer where it is one. */
  public static JsonNode node(double value) {
    boolean isWhole = value == Math.rint(value) && Math.abs(value) < MOST_EXACT;
    return isWhole ? LongNode.valueOf((long) value) : DoubleNode.valueOf(value);
  }

  private static boolean isNumber(Class<?> type) {
    return Number.class.isAssignableFrom(type) || (type.isPrimitive() && type != boolean.class);
  }

  /** Returns whether values are integers. */
  public boolean isWhole() {
    return ConfigKeys.component(ExperimentConfig.class, key)
        .map(RecordComponent::getType)
        .filter(type -> type != double.class && type != Double.class)
        .isPresent();
  }

  /** Returns the end of the range at which the bound is expected to hold. */
  public double unloaded() {
    return find.equals(HIGHEST) ? low : high;
  }

  /** Returns the other end. */
  public double loaded() {
    return find.equals(HIGHEST) ? high : low;
  }

  /**
   * Returns whether a value of the metric keeps the bound.
   *
   * @param unloaded value of the metric at the unloaded end
   */
  public boolean keeps(double value, double unloaded) {
    double scale = relative ? unloaded : 1;
    return atMost != null ? value <= atMost * scale : value >= atLeast * scale;
  }

  /** Returns the bound in words, such as {@code at most 2 times the unloaded value}. */
  public String bound() {
    String number = String.valueOf(atMost != null ? atMost : atLeast).replaceFirst("\\.0$", "");
    return (atMost != null ? "at most " : "at least ")
        + number
        + (relative ? " times the value at the unloaded end" : "");
  }
}
