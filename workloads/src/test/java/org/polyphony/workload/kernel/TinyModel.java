package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.InvalidInputException;

/** A model with one kernel {@code k} of 2 thread blocks of 64 threads, for tests. */
final class TinyModel {
  private static final String TEXT =
      """
      {
        "schemaVersion": 1, "name": "tiny", "about": "for tests",
        "parameters": {"n": 128},
        "structures": {
          "graph": {"type": "random-graph", "nodes": 128, "edgesPerNode": [1, 3]},
          "list": {"type": "table", "values": [3, 1, 2]}
        },
        "arrays": {
          "a": {"element": 4, "count": "n"},
          "coefficients": {"element": 4, "count": 16, "space": "constant"}
        },
        "kernels": {
          "k": {
            "registers": 8, "sharedMemory": 512, "block": [32, 2], "grid": [2],
            "shared": {"tile": {"element": 4, "count": 128}},
            "local": {"spill": {"element": 4, "count": 2}},
            "let": {"id": "bx * 64 + ty * 32 + tx"},
            "program": [PROGRAM]
          }
        },
        "launches": [{"launch": "k"}]
      }
      """;

  private TinyModel() {}

  /** Returns the model's text with the steps of a program, whose quotes are quotation marks. */
  static String text(String program) {
    return TEXT.replace("PROGRAM", program.replace('\'', '"'));
  }

  /** Returns the kernel with the steps of a program put in. */
  static Kernel kernel(String program) {
    return kernelOf(text(program));
  }

  /** Returns the first launch of a model. */
  static Kernel kernelOf(String text) {
    ModelWorkload workload = ModelWorkload.parse(text, "tiny.json", ModelOptions.DEFAULT);
    return ((Workload.Launch) workload.step(0)).kernel();
  }

  /** Returns the message for a program that is refused. */
  static String refusal(String program) {
    return refusalOf(text(program));
  }

  /** Returns the message for a model that is refused. */
  static String refusalOf(String text) {
    return assertThrows(
            InvalidInputException.class,
            () -> ModelWorkload.parse(text, "tiny.json", ModelOptions.DEFAULT))
        .getMessage();
  }
}
