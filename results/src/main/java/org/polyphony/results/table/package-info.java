/** Tables as CSV, Markdown and text of a terminal. */
package org.polyphony.results.table;
