/**
 * Shared by all figures and tables: context, charts, sections of documents. The figures are in the
 * subpackages.
 */
package org.polyphony.study;
