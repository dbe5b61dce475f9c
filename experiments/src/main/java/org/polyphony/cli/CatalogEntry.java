package org.polyphony.cli;

/**
 * Something that a config can name.
 *
 * @param name in configs
 * @param about what it does, in one line
 * @param source paper and section, or what else it is taken from
 */
record CatalogEntry(String name, String about, String source) {}
