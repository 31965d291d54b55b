import { parseSource } from '../source/parse-source.ts';
import { type Mark, marks } from './dialect-marks.ts';

export interface MarkFound {
  readonly file: string;
  readonly line: number;
  readonly mark: Mark;
  readonly words: string;
}

const patterns = marks.map((mark) => ({
  mark,
  pattern: new RegExp(mark.pattern.source.replaceAll(' ', String.raw`\s+`), 'gi'),
}));

/** Counts the words of a source's comments, and finds marks of dialect in them. Texts of the program do not count. */
export function findDialect(
  file: string,
  text: string,
): { readonly words: number; readonly found: readonly MarkFound[] } {
  const { comments, lineAt } = parseSource(file, text);
  let prose = '';
  for (const { start, end, value } of comments) {
    const between = text.slice(prose.length, start);
    const goesOn = between.trim() === '' && between.split('\n').length === 2;
    prose += `${blank(between)}${goesOn ? '  ' : '. '}${sentencesOf(value)}`.padEnd(end - prose.length);
  }
  const found = patterns.flatMap(({ mark, pattern }) =>
    Array.from(prose.matchAll(pattern), (match) => ({
      file,
      line: lineAt(match.index + match[0].search(/\w/)),
      mark,
      words: match[0].replaceAll(/\s+/g, ' '),
    })),
  );
  return { words: prose.match(/[\w'’-]+/g)?.length ?? 0, found };
}

/** Without stars, tags, names in backticks, examples and addresses; each other character stays at its place. */
function sentencesOf(comment: string): string {
  return comment
    .replaceAll(/^[ \t]*\*+/gm, blank)
    .replaceAll(/@example(?:(?!^\s*@)[\s\S])*/gm, blank)
    .replaceAll(/```[\s\S]*?```|`[^`]*`/g, blank)
    .replaceAll(/@spec [^\n]*|\{?@\w+|https?:\S+/g, (tag) => `.${blank(tag.slice(1))}`);
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}
