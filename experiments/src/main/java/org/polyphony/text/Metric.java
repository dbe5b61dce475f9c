package org.polyphony.text;

/**
 * A number of a result file, and what it means.
 *
 * @param file the result file
 * @param name JSON path ({@code []} for each entry of a list, {@code *} for any key) or column
 * @param unit unit, or the type of a value that has none
 * @param meaning definition
 */
public record Metric(String file, String name, String unit, String meaning) {}
