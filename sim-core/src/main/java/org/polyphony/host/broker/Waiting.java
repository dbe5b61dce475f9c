package org.polyphony.host.broker;

/**
 * A request that waits for device memory.
 *
 * @param client whose it is; a client has at most one
 * @param device on which
 * @param bytes how much, at least 0
 * @param priority a higher number is served first by policies with priorities
 */
public record Waiting(int client, int device, long bytes, int priority) {}
