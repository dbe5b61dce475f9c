/** The command line: one class per command, one message per mistake. */
package org.polyphony.cli;
