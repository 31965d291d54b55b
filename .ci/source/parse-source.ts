import { type Comment, type Program, parseSync } from 'oxc-parser';

export interface ParsedSource {
  readonly file: string;
  readonly text: string;
  /** Made when it is first read: the comments of a file need no tree. */
  readonly program: Program;
  readonly comments: readonly Comment[];
  lineAt(offset: number): number;
}

/** @throws {Error} When the file does not parse. */
export function parseSource(file: string, text: string): ParsedSource {
  const parsed = parseSync(file, text);
  const [error] = parsed.errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);

  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const lineAt = (offset: number): number => lineStarts.findLastIndex((start) => start <= offset) + 1;
  return {
    file,
    text,
    get program() {
      return parsed.program;
    },
    comments: parsed.comments,
    lineAt,
  };
}
