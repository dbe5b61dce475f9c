/** The multi-GPU task scheduler MGB: places tasks on devices by the resources that they ask for. */
package org.polyphony.host.mgb;
