package org.polyphony.config;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** The devices of {@code configs/gpus} and those that users write in the same format. */
public final class GpuConfigs {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private GpuConfigs() {}

  public static List<String> names() {
    return BundledFiles.GPUS.names();
  }

  /**
   * Loads a device and checks it.
   *
   * @param nameOrPath a bundled name, or the path of a file (with a slash, or ending in .json)
   * @return the device, without a violation
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  public static GpuConfig load(String nameOrPath) {
    return check(GpuFiles.load(nameOrPath));
  }

  /**
   * Loads a device that another file names.
   *
   * @param user what names it
   * @param path where in it
   * @throws InvalidInputException as for {@link #load(String)}; one that does not exist at the path
   */
  static GpuConfig load(ConfigTree user, String path) {
    return check(GpuFiles.load(user, path));
  }

  private static GpuConfig check(ConfigTree tree) {
    List<Violation> violations = ConfigSchema.GPU.check(tree.root());
    if (violations.isEmpty()) {
      GpuConfig gpu = bind(tree.root());
      violations = gpu.violations();
      if (violations.isEmpty()) {
        return gpu;
      }
    }
    throw tree.invalid(violations);
  }

  /**
   * Returns the description of a bundled device as it is written, sources included, merged with
   * those that it extends.
   *
   * @param name one of {@link #names}
   */
  public static ObjectNode described(String name) {
    return GpuFiles.load(name).root();
  }

  /** Makes the record of a GPU that fits the schema. */
  static GpuConfig bind(ObjectNode gpu) {
    return Keys.bind(GpuConfig.class, MAPPER.convertValue(gpu, Map.class));
  }
}
