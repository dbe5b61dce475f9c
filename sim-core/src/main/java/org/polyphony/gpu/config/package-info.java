/**
 * The parameters of a device as records: one per hardware part, immutable, checked as a whole.
 *
 * <p>Values and their sources stand in the device files of the configs module; nothing here has a
 * default.
 */
package org.polyphony.gpu.config;
