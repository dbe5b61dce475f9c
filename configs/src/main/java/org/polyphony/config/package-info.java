/**
 * Device, experiment and sweep descriptions: immutable records, their loader and their schema.
 *
 * <p>A file is JSON with {@code //} comments. It is read into a tree that knows the line of every
 * value, changed by {@code --set}, checked against the shipped JSON Schema, bound to records, and
 * checked again by the records. Whatever is wrong is said at once, a line each: where, which key,
 * what was found, what is allowed.
 */
package org.polyphony.config;
