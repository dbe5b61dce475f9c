/** One self-contained HTML page of a result folder: tables, charts, config and provenance. */
package org.polyphony.report;
