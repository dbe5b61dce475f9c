/** Sweeps as job arrays of a Slurm cluster, whose tasks are shards of the sweep. */
package org.polyphony.sweep.slurm;
