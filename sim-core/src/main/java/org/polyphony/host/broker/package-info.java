/**
 * The memory broker of schedGPU: applications reserve device memory before they use a device.
 *
 * <p>{@link org.polyphony.host.broker.Broker} is the core, a state machine without clock, threads
 * or I/O. {@link org.polyphony.host.broker.SchedGpu} embeds it in a host run, with a lock, stage
 * durations, timeouts and faults. Source: schedGPU sections 3 to 5 and 7.1.
 */
package org.polyphony.host.broker;
