package org.polyphony.plot;

/**
 * A run of a sweep that has failed.
 *
 * @param id of the run
 * @param cause why it failed
 */
public record FailedRun(String id, String cause) {}
