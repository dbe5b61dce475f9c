package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.input.Violation;

/**
 * Crossbar between SMs and L2 slices: a request and a reply network, iSLIP arbitration.
 *
 * @param flitBytes bytes that a port moves in a core cycle; a packet is 8 B of header, and its data
 * @param packetPerCycle true when a port moves a whole packet in a cycle whatever its size
 * @param latency core cycles that an unhindered packet spends in the network, at least 1
 * @param inputBuffer packets that wait at an input port
 * @param outputBuffer packets that wait at an output port
 * @param keepsLines true when requests of an SM for sectors of one line, in ascending order, reach
 *     L2 one right after another, false when those of other SMs may come in between
 */
public record CrossbarConfig(
    int flitBytes,
    boolean packetPerCycle,
    int latency,
    int inputBuffer,
    int outputBuffer,
    boolean keepsLines) {
  public List<Violation> violations() {
    return new Violation.Checks()
        .between(1, 65536, "flitBytes", flitBytes)
        .between(1, 65536, "latency", latency)
        .between(1, 65536, "inputBuffer", inputBuffer)
        .between(1, 65536, "outputBuffer", outputBuffer)
        .violations();
  }
}
