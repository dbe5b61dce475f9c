package org.polyphony.results.metric;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.polyphony.results.store.Json;

/**
 * The metrics of an object in a result file, in their order: what each is, and how it is read from
 * the result. Does not change: what adds a metric returns another list.
 *
 * <p>A value that is {@code null} is null in the file, a {@code Double} that is not finite too; an
 * empty {@code Optional} is left out.
 *
 * @param <S> what they are read from
 */
public final class Metrics<S> {
  private final List<Entry<S>> entries;

  private Metrics(List<Entry<S>> entries) {
    this.entries = entries;
  }

  /** Makes a list without metrics. */
  public Metrics() {
    this(List.of());
  }

  /** A metric, or an object or a list with metrics of their own, and how it is written. */
  private record Entry<S>(List<Metric> metrics, BiConsumer<ObjectNode, S> writer) {}

  /** Adds a metric. */
  public Metrics<S> with(Metric metric, String meaning, Function<S, ?> value) {
    return with(
        List.of(metric.meaning(meaning)),
        (to, source) -> {
          Object read = value.apply(source);
          if (!Optional.empty().equals(read)) {
            to.set(metric.path(), node(read instanceof Optional<?> some ? some.get() : read));
          }
        });
  }

  /**
   * Adds an object whose keys are names of their own.
   *
   * @param metric of all its values; its path is the name of the object
   */
  public Metrics<S> each(Metric metric, String meaning, Function<S, Map<String, ?>> values) {
    return with(
        List.of(metric.ofEach().meaning(meaning)),
        (to, source) -> {
          ObjectNode object = to.putObject(metric.path());
          values.apply(source).forEach((key, value) -> object.set(key, node(value)));
        });
  }

  /**
   * Adds the metrics of something that is there once, or not at all, without an object of its own.
   */
  public <T> Metrics<S> also(Metrics<T> metrics, Function<S, Optional<T>> source) {
    return with(
        metrics.all(), (to, from) -> source.apply(from).ifPresent(part -> metrics.write(to, part)));
  }

  /** Adds an object. */
  public <T> Metrics<S> part(String name, Metrics<T> metrics, Function<S, Optional<T>> source) {
    return with(
        metrics.in(name + "."),
        (to, from) ->
            source.apply(from).ifPresent(part -> metrics.write(to.putObject(name), part)));
  }

  /** Adds a list of objects. */
  public <T> Metrics<S> list(
      String name, Metrics<T> metrics, Function<S, Optional<List<T>>> source) {
    return with(
        metrics.in(name + "[]."),
        (to, from) ->
            source
                .apply(from)
                .ifPresent(
                    elements -> {
                      var array = to.putArray(name);
                      elements.forEach(each -> metrics.write(array.addObject(), each));
                    }));
  }

  private Metrics<S> with(List<Metric> metrics, BiConsumer<ObjectNode, S> writer) {
    Entry<S> entry = new Entry<>(metrics, writer);
    return new Metrics<>(Stream.concat(entries.stream(), Stream.of(entry)).toList());
  }

  private List<Metric> in(String prefix) {
    return all().stream().map(metric -> metric.in(prefix)).toList();
  }

  /** Returns all metrics, those of parts and elements with the path to them. */
  public List<Metric> all() {
    return entries.stream().flatMap(entry -> entry.metrics.stream()).toList();
  }

  /** Writes the metrics of a result. */
  public void write(ObjectNode to, S source) {
    entries.forEach(entry -> entry.writer.accept(to, source));
  }

  private static JsonNode node(Object value) {
    if (value == null) {
      return NullNode.getInstance();
    }
    if (value instanceof Double number) {
      return Json.number(number);
    }
    if (value instanceof Number number) {
      return LongNode.valueOf(number.longValue());
    }
    return value instanceof Boolean flag
        ? BooleanNode.valueOf(flag)
        : TextNode.valueOf((String) value);
  }
}
