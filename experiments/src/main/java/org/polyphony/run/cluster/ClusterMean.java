package org.polyphony.run.cluster;

import org.polyphony.text.GroupMean;

/**
 * A mean over seeds, and how far it is from that of the first policy with the same draws of jobs.
 *
 * @param mean with its 95% interval
 * @param first the first policy
 * @param difference of the seeds to the first policy's, mean
 * @param low lower end of the difference's 95% interval; not a number without one
 * @param high upper end
 */
public record ClusterMean(
    GroupMean mean, String first, double difference, double low, double high) {}
