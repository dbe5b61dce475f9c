/** Host applications: their tasks, what each asks for, and how long it holds the device. */
package org.polyphony.host.app;
