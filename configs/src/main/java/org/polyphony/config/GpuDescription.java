package org.polyphony.config;

import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;

/**
 * A device with what its file says about it.
 *
 * @param config the device
 * @param about what it is and where the description is weak; may be empty
 * @param references what the letters stand for that sources begin with
 * @param sources where each number comes from, by its path, as {@code l2.bytes}
 */
public record GpuDescription(
    GpuConfig config, String about, Map<String, String> references, Map<String, String> sources) {}
