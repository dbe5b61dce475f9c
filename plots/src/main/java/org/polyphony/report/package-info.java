/**
 * One self-contained HTML page of a result folder: what was run, tables, charts, provenance.
 *
 * <p>A {@link org.polyphony.report.Part} makes a section of the page, or none when the folder does
 * not hold what it shows; {@link org.polyphony.report.Report} puts the sections into the templates
 * that lie beside it. The same folder gives the same bytes.
 */
package org.polyphony.report;
