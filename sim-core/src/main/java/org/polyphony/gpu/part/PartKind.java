package org.polyphony.gpu.part;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Keys;
import org.polyphony.input.NearestName;
import org.polyphony.input.Violation;
import org.polyphony.usercode.JavaSource;
import org.polyphony.usercode.UserClass;

/**
 * A kind of exchangeable hardware part, such as replacement policies: the bundled parts by name,
 * and user-defined ones by class.
 *
 * @param <T> interface of the parts
 * @param <V> what a part sees of the hardware around it
 */
public final class PartKind<T, V> {
  private final Class<T> type;
  private final Class<V> view;
  private final List<Bundled<T, V, ?>> bundled;

  /** The parameters of a part that has none. */
  public record None() {}

  /**
   * A bundled part.
   *
   * @param line what it does, in one line
   * @param source paper and section
   * @param parameters record whose components have a {@link org.polyphony.input.Key}
   * @param maker null for the part that the hardware model implements itself
   */
  public record Bundled<T, V, P extends Record>(
      String name, String line, String source, Class<P> parameters, BiFunction<V, P, T> maker) {
    /** Returns its parameters. */
    public List<RecordComponent> keys() {
      return List.copyOf(Keys.of(parameters).values());
    }

    private T make(V view, Map<String, ?> values) {
      return maker.apply(view, Keys.bind(parameters, values));
    }
  }

  /**
   * Creates a kind.
   *
   * @param bundled its parts, the default first
   */
  public PartKind(Class<T> type, Class<V> view, List<Bundled<T, V, ?>> bundled) {
    this.type = type;
    this.view = view;
    this.bundled = List.copyOf(bundled);
  }

  /** Returns the bundled parts, the default first. */
  public List<Bundled<T, V, ?>> bundled() {
    return bundled;
  }

  /** Returns whether a part is the default, which the hardware model implements itself. */
  public boolean isDefault(PartConfig config) {
    return config.name().equals(bundled.get(0).name());
  }

  private Optional<Bundled<T, V, ?>> find(String name) {
    for (Bundled<T, V, ?> each : bundled) {
      if (each.name().equals(name)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /**
   * Checks a part of a config, without running code of the user's.
   *
   * @param path of the part
   */
  public void check(Violation.Checks checks, String path, PartConfig config) {
    Optional<Bundled<T, V, ?>> known = find(config.name());
    if (known.isPresent()) {
      checks.nested(path, Keys.check(known.get().parameters(), config.parameters()));
      return;
    }
    try {
      Optional<Class<?>> own = ownClass(config.name());
      checks.require(own.isPresent(), path, '"' + config.name() + '"', allowed(config.name()));
      if (own.isPresent()) {
        checks.nested(path, checked(own.get()).violations(config.parameters()));
      }
    } catch (InvalidInputException e) {
      checks.require(false, path, e.getMessage());
    }
  }

  private String allowed(String name) {
    List<String> names = new ArrayList<>();
    for (Bundled<T, V, ?> each : bundled) {
      names.add(each.name());
    }
    return NearestName.oneOf(name, names)
        + ", the full name of your class on the class path (POLYPHONY_CLASSPATH), or a Java file";
  }

  private Optional<Class<?>> ownClass(String name) {
    return JavaSource.isOne(name)
        ? Optional.of(JavaSource.classOf(Path.of(name), type))
        : UserClass.find(name);
  }

  /** SMs may run on several threads, so parts of a run must not meet in a static field. */
  private UserClass<T> checked(Class<?> own) {
    UserClass<T> part = new UserClass<>(type, own, view);
    part.requireNoSharedState("all parts of a run");
    return part;
  }

  /**
   * Makes a part.
   *
   * @param view what it sees
   * @param parts those of the run
   * @throws InvalidInputException if the user's own part cannot be made
   */
  public T make(PartConfig config, V view, Parts parts) {
    Optional<Bundled<T, V, ?>> known = find(config.name());
    return known.isPresent()
        ? known.get().make(view, config.parameters())
        : type.cast(parts.load(this, config).create(config.parameters(), view));
  }

  /** Loads the class of a user's own part for a run. */
  UserClass<T> load(PartConfig config) {
    Optional<Class<?>> own = ownClass(config.name());
    if (own.isEmpty()) {
      throw new InvalidInputException("no class " + config.name());
    }
    return checked(own.get()).forRun();
  }
}
