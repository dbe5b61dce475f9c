package org.polyphony.workload.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.fidelity.NotModelledException;
import org.polyphony.workload.kernel.ModelDefinition.PlannedLaunch;
import org.polyphony.workload.kernel.ModelDefinition.PlannedOther;
import org.polyphony.workload.kernel.ModelDefinition.PlannedStep;

/**
 * A benchmark that is given by a kernel model. A kernel is compiled once for all its launches,
 * which are checked when they are asked for; the last ones are kept. Not thread-safe.
 */
public final class ModelWorkload implements Workload {
  private static final int KEPT_LAUNCHES = 256;

  private final ModelDefinition model;
  private final Map<String, Program> programs = new HashMap<>();
  private final Map<String, ModelKernel> checked =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ModelKernel> eldest) {
          return size() > KEPT_LAUNCHES;
        }
      };

  private ModelWorkload(ModelDefinition model, String file, boolean approximate) {
    this.model = model;
    Map<String, PlannedLaunch> first = new HashMap<>();
    for (PlannedStep step : model.plan()) {
      if (step instanceof PlannedLaunch launch
          && first.putIfAbsent(launch.kernel(), launch) == null) {
        ModelKernel kernel = kernel(launch); // wrong programs are found before the run
        if (!approximate) {
          NotModelledException.refuse(file, kernel);
        }
      }
    }
  }

  /**
   * Reads a model from a file.
   *
   * @param file a JSON file in the kernel-model language
   * @param options scale, seed, parameters
   * @throws InvalidInputException when the file cannot be read or is no valid model
   */
  public static ModelWorkload load(Path file, ModelOptions options) {
    try {
      return parse(InputFile.text(file), file.toString(), options);
    } catch (IOException e) {
      throw new InvalidInputException(file + ": cannot be read; give a kernel model", e);
    }
  }

  /**
   * Reads a bundled model.
   *
   * @param name one of {@link BundledModels#names}
   * @param options scale, seed, parameters
   * @throws InvalidInputException when there is no such model
   */
  public static ModelWorkload bundled(String name, ModelOptions options) {
    return parse(BundledModels.text(name), "model " + name, options);
  }

  /**
   * Reads a model from its text.
   *
   * @param text the JSON text
   * @param file the name that messages use
   * @param options scale, seed, parameters
   * @throws InvalidInputException when it is no valid model
   */
  public static ModelWorkload parse(String text, String file, ModelOptions options) {
    return new ModelWorkload(ModelReader.read(text, file, options), file, options.approximate());
  }

  @Override
  public String name() {
    return model.name();
  }

  @Override
  public int steps() {
    return model.plan().size();
  }

  @Override
  public Step step(int index) {
    PlannedStep step = model.plan().get(index);
    if (step instanceof PlannedLaunch launch) {
      return new Launch(kernel(launch), launch.streamId());
    }
    return ((PlannedOther) step).step();
  }

  @Override
  public int streams() {
    return model.streams();
  }

  public ModelDefinition definition() {
    return model;
  }

  private ModelKernel kernel(PlannedLaunch launch) {
    String key = launch.kernel() + launch.arguments() + launch.grid();
    return checked.computeIfAbsent(key, k -> check(launch));
  }

  private ModelKernel check(PlannedLaunch launch) {
    KernelDefinition definition = model.kernels().get(launch.kernel());
    long[] values = launch.arguments().values().stream().mapToLong(v -> v).toArray();
    return ModelKernel.of(definition, program(launch), grid(launch), values);
  }

  private Program program(PlannedLaunch launch) {
    String key = launch.kernel() + launch.arguments().keySet();
    return programs.computeIfAbsent(key, k -> compile(launch));
  }

  private Program compile(PlannedLaunch first) {
    KernelDefinition kernel = model.kernels().get(first.kernel());
    Scope scope = model.scope().copy();
    int id = Variables.FIRST_ARGUMENT;
    for (String argument : first.arguments().keySet()) {
      scope.argument(argument, id++);
    }
    Map<String, ArrayRange> arrays = new HashMap<>(model.arrays());
    arrays.putAll(kernel.arrays());
    return ProgramCompiler.compile(kernel, scope, arrays, ranges(first));
  }

  private Bounds[] ranges(PlannedLaunch first) {
    long[] widest = {1, 1, 1};
    List<Bounds> arguments = new ArrayList<>();
    for (PlannedStep step : model.plan()) {
      if (step instanceof PlannedLaunch launch
          && launch.kernel().equals(first.kernel())
          && launch.arguments().keySet().equals(first.arguments().keySet())) {
        long[] grid = grid(launch);
        Arrays.setAll(widest, i -> Math.max(widest[i], grid[i]));
        widen(arguments, List.copyOf(launch.arguments().values()));
      }
    }
    return Variables.ranges(widest, model.kernels().get(first.kernel()).block(), arguments);
  }

  private static void widen(List<Bounds> bounds, List<Long> values) {
    for (int i = 0; i < values.size(); i++) {
      Bounds only = new Bounds(values.get(i), values.get(i));
      if (i == bounds.size()) {
        bounds.add(only);
      }
      bounds.set(i, bounds.get(i).and(only));
    }
  }

  private long[] grid(PlannedLaunch launch) {
    KernelDefinition kernel = model.kernels().get(launch.kernel());
    Scope scope = model.scope().copy();
    launch.arguments().forEach(scope::constant);
    long[] grid = {1, 1, 1};
    boolean isOwn = !launch.grid().isEmpty();
    Place place = isOwn ? launch.place() : kernel.place().key("grid");
    if (!isOwn && kernel.grid().isEmpty()) {
      throw kernel.place().error("no grid; give one in the kernel or in the launch");
    }
    int sides = isOwn ? launch.grid().size() : kernel.grid().size();
    for (int i = 0; i < sides; i++) {
      grid[i] = isOwn ? launch.grid().get(i) : scope.value(kernel.grid().get(i), place.index(i));
      if (grid[i] < 1 || grid[i] > Integer.MAX_VALUE) {
        throw place.error(grid[i] + " thread blocks in a dimension", "1 to " + Integer.MAX_VALUE);
      }
    }
    for (int i = 0; i < grid.length; i++) {
      int side = kernel.cluster()[i];
      if (grid[i] % side != 0) {
        throw place.error(
            grid[i] + " thread blocks in dimension " + i, "a multiple of the cluster's " + side);
      }
    }
    return grid;
  }
}
