package org.polyphony.workload.kernel;

import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.InstructionTable;

/**
 * A kernel of a model: what all its launches have in common.
 *
 * @param name the real kernel's name
 * @param about what it models and leaves out
 * @param registers per thread, 1 to 255
 * @param sharedMemoryBytes per thread block, 0 to 232448
 * @param block threads in x, y, z
 * @param grid expressions of the number of thread blocks in x, y, z
 * @param cluster thread blocks of a cluster in x, y, z
 * @param arrays its shared and local arrays
 * @param abbreviations named expressions of its program
 * @param program the steps
 * @param instructions the static instructions of the program
 * @param place where it stands
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record KernelDefinition(
    String name,
    String about,
    int registers,
    int sharedMemoryBytes,
    int[] block,
    List<String> grid,
    int[] cluster,
    Map<String, ArrayRange> arrays,
    Map<String, Expression> abbreviations,
    List<ProgramStep> program,
    InstructionTable instructions,
    Place place) {
  int clusterSize() {
    return cluster[0] * cluster[1] * cluster[2];
  }

  int threads() {
    return block[0] * block[1] * block[2];
  }
}
