/**
 * Sweeps on a Slurm cluster: job arrays whose tasks each do some runs of a sweep, and what watches
 * them. All that the cluster and the watcher know of each other lies in the folder of the sweep,
 * which every node must see.
 */
package org.polyphony.sweep.slurm;
