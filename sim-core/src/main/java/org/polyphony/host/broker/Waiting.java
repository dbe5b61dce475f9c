package org.polyphony.host.broker;

/**
 * A waiting request for device memory.
 *
 * @param client a client has at most one request
 * @param device that it is for
 * @param bytes size, at least 0
 * @param priority higher numbers are served first, by policies with priorities
 */
public record Waiting(int client, int device, long bytes, int priority) {}
