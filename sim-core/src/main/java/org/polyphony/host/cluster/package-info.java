/**
 * A cluster of unlike nodes that jobs share: which node and which GPUs a job gets, and how much of
 * what is free its like cannot use.
 *
 * <p>Jobs keep what they asked for from their start to their end, and shares of a GPU do not slow
 * each other down; how kernels run is not looked at. Source: Weng et al., Beware of Fragmentation
 * (FGD), USENIX ATC 2023.
 */
package org.polyphony.host.cluster;
