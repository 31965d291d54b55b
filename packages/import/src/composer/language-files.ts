import { cleanPhrases } from '../understanding.ts';

/** Lines of a file of phrases. */
const mostLines = 50_000;

/** Phrases of intents in a file `.lu`: `# Intent`, then lines `- phrase`. @spec IO5 */
export function readPhrases(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  let open: string[] | undefined;
  for (const line of text.split(/\r?\n/).slice(0, mostLines)) {
    const [, heading] = /^#+\s*([^?#\s].*?)\s*$/.exec(line) ?? [];
    if (heading !== undefined) {
      open = found.get(heading) ?? [];
      found.set(heading, open);
    } else if (/^\s*[@>]/.test(line)) open = /^\s*@/.test(line) ? undefined : open;
    else {
      const [, phrase] = /^\s*[-*+]\s*(.+?)\s*$/.exec(line) ?? [];
      if (phrase !== undefined) open?.push(withoutEntities(phrase));
    }
  }
  return new Map([...found].map(([name, phrases]) => [name, cleanPhrases(phrases)]));
}

/** `{name=Ann}` is its words, `{name}` is nothing. */
function withoutEntities(phrase: string): string {
  let words = phrase;
  for (let nested = 0; nested < 3; nested += 1) {
    words = words.replace(/\{[^{}=]*=([^{}]*)\}/g, '$1').replace(/\{[^{}=]*\}/g, ' ');
  }
  return words;
}

/** A question with its answer in a file `.qna`. */
export interface SourceQuestion {
  readonly questions: readonly string[];
  readonly answer: string;
  readonly path: string;
  /** Its number in the file. */
  readonly at: number;
}

/** Reads a file `.qna`: `# ? question`, lines `- question`, then the answer as a block of code. @spec IO5 */
export function readQuestions(text: string, path: string): readonly SourceQuestion[] {
  const sections = text
    .slice(0, 2_000_000)
    .split(/^# \?\s*/m)
    .slice(1);
  return sections.map((section, at) => {
    const [head = '', fenced = ''] = section.split(/^```.*$/m);
    const [first = '', ...lines] = head.split(/\r?\n/);
    const others = lines.flatMap((line) => /^\s*-\s+(.+?)\s*$/.exec(line)?.[1] ?? []);
    return { questions: cleanPhrases([first, ...others]), answer: fenced.trim(), path, at };
  });
}
