/** Host experiments, from their config through the runs of their schedulers to their results. */
package org.polyphony.run.host;
