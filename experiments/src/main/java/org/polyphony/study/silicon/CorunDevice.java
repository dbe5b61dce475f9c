package org.polyphony.study.silicon;

import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.InvalidInputException;

/**
 * A device, or a scaled-down one with 1 / {@code divisor} of its SMs, L2 and DRAM channels, for
 * grids scaled alike. An SM then behaves as on the whole device: same thread blocks, same share of
 * L2 and DRAM.
 *
 * @param divisor 1 for the whole device
 */
record CorunDevice(String gpu, int divisor) {
  static final String USUAL = "hopper-h200";

  /** Returns the scale of kernels that fill it as they would fill the whole device. */
  double scale() {
    return 1.0 / divisor;
  }

  int sms(int ofWhole) {
    if (ofWhole % divisor != 0) {
      throw new InvalidInputException(
          text(
              "--measured: found %d SMs, allowed: multiples of %d, of which one SM stands for so"
                  + " many; or --scale paper",
              ofWhole, divisor));
    }
    return ofWhole / divisor;
  }

  /** Writes it as the GPU of an experiment, given a number of SMs of the whole device. */
  void writeTo(ObjectNode experiment, int smsOfWhole) {
    ObjectNode node = experiment.putObject("gpu");
    node.put("extends", gpu);
    node.put("name", name());
    node.put("sms", sms(smsOfWhole));
    if (divisor > 1) {
      GpuConfig whole = GpuConfigs.load(gpu);
      node.putObject("l2")
          .put("bytes", whole.l2().bytes() / divisor)
          .put("slices", whole.l2().slices() / divisor);
      node.putObject("dram").put("channels", whole.dram().channels() / divisor);
    }
  }

  String name() {
    return divisor == 1 ? gpu : gpu + " / " + divisor;
  }
}
