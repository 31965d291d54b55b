import { type Comment, type Program, parseSync } from 'oxc-parser';

export interface ParsedSource {
  readonly file: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  lineAt(offset: number): number;
}

/** @throws {Error} When the file does not parse. */
export function parseSource(file: string, text: string): ParsedSource {
  const { program, comments, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);

  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const lineAt = (offset: number): number => lineStarts.findLastIndex((start) => start <= offset) + 1;
  return { file, text, program, comments, lineAt };
}
