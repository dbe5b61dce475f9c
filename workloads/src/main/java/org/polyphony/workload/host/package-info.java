/** Applications for host-level experiments. */
package org.polyphony.workload.host;
