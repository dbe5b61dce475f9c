/** Runs cluster experiments and writes what they give. */
package org.polyphony.run.cluster;
