/**
 * Device parameters as immutable records, one per hardware block, validated as a whole.
 *
 * <p>Values and their sources are in the device files of the configs module; there are no defaults
 * here.
 */
package org.polyphony.gpu.config;
