import { ProviderError } from '@botwright/core/ports';

/** ZZZ, the last column of Google Sheets. */
const lastColumn = 18_278;

/**
 * Writes the letters of a column that counts from 1.
 *
 * @throws {ProviderError} `not_found` for a number that cannot be a column.
 * @spec GS10
 */
export function columnLetters(column: number): string {
  if (!Number.isInteger(column) || column < 1 || column > lastColumn) {
    throw new ProviderError('not_found', 'There is no such column.');
  }
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/**
 * Names a range of a tab. The title is always quoted, so that one such as `A1` is not read as a range.
 *
 * @spec GS8
 */
export function rangeOf(sheetTitle: string, cells: string): string {
  return `'${sheetTitle.replaceAll("'", "''")}'!${cells}`;
}
