import type { Place } from '@botwright/testing/files';
import { printable } from './printable.ts';

/** A note that GitHub shows at a line of a pull request. */
export interface Annotation {
  readonly severity: 'error' | 'warning';
  /** Absent when it concerns no file. */
  readonly file?: string;
  readonly place?: Place;
  readonly title: string;
  /** May have several lines. */
  readonly text: string;
}

/** Renders a workflow command of GitHub Actions. @spec LC15, TC14, TC16 */
export function renderAnnotation({ severity, file, place, title, text }: Annotation): string {
  const properties = {
    ...(file !== undefined && { file: printable(file) }),
    ...(place && placeProperties(place)),
    title: printable(title),
  };
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  const lines = text.split('\n').map(printable);
  return `::${severity} ${list.join(',')}::${escapeData(lines.join('\n'))}`;
}

/** GitHub takes columns for one line only. */
function placeProperties({ line, column, endLine, endColumn }: Place): object {
  return endLine === line ? { line, col: column, endColumn } : { line, col: column, endLine };
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
