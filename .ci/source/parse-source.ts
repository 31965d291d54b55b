import { type Comment, type Program, parseSync } from 'oxc-parser';

export interface ImportUse {
  readonly specifier: string;
  /** Gone after compilation. */
  readonly isType: boolean;
  readonly line: number;
}

export interface ParsedSource {
  readonly file: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  /** Static and dynamic imports, and exports from elsewhere, in no particular order. */
  readonly imports: readonly ImportUse[];
  lineAt(offset: number): number;
}

/** @throws {Error} When the file does not parse. */
export function parseSource(file: string, text: string): ParsedSource {
  const { program, comments, module, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);

  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const lineAt = (offset: number): number => lineStarts.findLastIndex((start) => start <= offset) + 1;

  const imports: ImportUse[] = [
    ...module.staticImports.map(({ moduleRequest, entries, start }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
      line: lineAt(start),
    })),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null ? [] : [{ specifier: moduleRequest.value, isType, line: lineAt(start) }],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest, start }) => {
      const literal = text.slice(moduleRequest.start, moduleRequest.end);
      return /^['"]/.test(literal) ? [{ specifier: literal.slice(1, -1), isType: false, line: lineAt(start) }] : [];
    }),
  ];
  return { file, text, program, comments, imports, lineAt };
}
