/**
 * One self-contained HTML page of a result folder: what was run, tables, charts, provenance.
 *
 * <p>{@link org.polyphony.report.Report} puts the sections that the folder has data for into the
 * templates that lie beside it. The same folder gives the same bytes.
 */
package org.polyphony.report;
