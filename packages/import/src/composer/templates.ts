/** The body of a template of texts. */
export type Body =
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'cases'; readonly cases: readonly Case[] }
  | { readonly kind: 'structure'; readonly type: string; readonly members: readonly (readonly [string, string])[] };

export interface Case {
  /** An expression; absent for the last way. */
  readonly condition?: string;
  readonly body: Body;
}

/** A template of a file `.lg`. */
export interface Template {
  readonly name: string;
  readonly params: readonly string[];
  readonly body: Body;
  readonly path: string;
}

/** Lines of a file. */
const mostLines = 50_000;

/** Reads the templates of a file `.lg`. @spec IO3 */
export function readTemplates(text: string, path: string): ReadonlyMap<string, Template> {
  const found = new Map<string, Template>();
  let open: { readonly name: string; readonly params: readonly string[]; readonly lines: string[] } | undefined;
  let isFenced = false;
  const close = (): void => {
    if (open === undefined) return;
    const { name, params, lines } = open;
    found.set(name, { name, params, body: readBody(lines), path });
  };
  for (const line of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .slice(0, mostLines)) {
    const [, name, given = ''] = (!isFenced && /^#\s*([\w.]+)\s*(?:\(([^)]*)\))?\s*$/.exec(line)) || [];
    if (name !== undefined) {
      close();
      open = {
        name,
        params: given
          .split(',')
          .map((param) => param.trim())
          .filter((param) => param !== ''),
        lines: [],
      };
      continue;
    }
    const isComment = !isFenced && /^\s*>/.test(line);
    if (!isComment && (line.match(/```/g)?.length ?? 0) % 2 === 1) isFenced = !isFenced;
    const isIgnored = isComment || (!isFenced && (/^\[[^\]]*\]\(/.test(line) || /^\s*$/.test(line)));
    if (!isIgnored) open?.lines.push(line);
  }
  close();
  return found;
}

function readBody(lines: readonly string[]): Body {
  const first = lines[0]?.trim() ?? '';
  if (/^\[\w+/.test(first) && !/^\[\w+.*\]\(/.test(first)) return readStructure(lines);
  const entries = entriesOf(lines);
  const isCases = /^(?:IF|SWITCH)\s*:/i.test(entries[0]?.text ?? '');
  return isCases ? readCases(entries) : { kind: 'texts', texts: entries.map(({ text }) => unfenced(text)) };
}

interface Entry {
  readonly indent: number;
  readonly text: string;
}

/** Lines `- text`, with the lines of a fence. */
function entriesOf(lines: readonly string[]): readonly Entry[] {
  const entries: { indent: number; text: string }[] = [];
  let isFenced = false;
  for (const line of lines) {
    const [, indent = '', text] = (!isFenced && /^(\s*)-\s*(.*)$/.exec(line)) || [];
    const last = entries.at(-1);
    if (text !== undefined) entries.push({ indent: indent.replaceAll('\t', '    ').length, text: text.trimEnd() });
    else if (last !== undefined) last.text += `\n${line}`;
    if ((line.match(/```/g)?.length ?? 0) % 2 === 1) isFenced = !isFenced;
  }
  return entries;
}

/** Without the marks of a text of several lines. */
function unfenced(text: string): string {
  return text
    .replace(/^```[ \t]*\n?/, '')
    .replace(/\n?[ \t]*```\s*$/, '')
    .trimEnd();
}

/** `IF`, `ELSEIF`, `ELSE`, or `SWITCH`, `CASE`, `DEFAULT`, each with the entries below it. */
function readCases(entries: readonly Entry[]): Body {
  const cases: { condition: string | undefined; texts: string[] }[] = [];
  let subject: string | undefined;
  for (const { text } of entries) {
    const [, word = '', rest = ''] =
      /^(IF|ELSEIF|ELSE\s+IF|ELSE|SWITCH|CASE|DEFAULT)\s*:\s*([\s\S]*)$/i.exec(text) ?? [];
    const expression = rest.trim().replace(/^\$\{([\s\S]*)\}$/, '$1');
    switch (word.toUpperCase().replace(/\s+/, '')) {
      case 'SWITCH':
        subject = expression;
        break;
      case 'IF':
      case 'ELSEIF':
        cases.push({ condition: expression, texts: [] });
        break;
      case 'CASE':
        cases.push({ condition: `${subject} == ${expression}`, texts: [] });
        break;
      case 'ELSE':
      case 'DEFAULT':
        cases.push({ condition: undefined, texts: [] });
        break;
      default:
        cases.at(-1)?.texts.push(unfenced(text));
    }
  }
  return {
    kind: 'cases',
    cases: cases.map(({ condition, texts }): Case => {
      const body: Body = { kind: 'texts', texts };
      return condition === undefined ? { body } : { condition, body };
    }),
  };
}

/** `[HeroCard`, then lines `name = value`, then `]`. */
function readStructure(lines: readonly string[]): Body {
  const [, type = '', same = ''] = /^\s*\[(\w+)\s*(.*)$/.exec(lines[0] ?? '') ?? [];
  const members: [string, string][] = [];
  let isOpen = false;
  for (const line of [same, ...lines.slice(1)]) {
    if (!isOpen && /^\s*\]/.test(line)) break;
    const last = members.at(-1);
    const [, name, value = ''] = (!isOpen && /^\s*([A-Za-z]\w*)\s*=\s*(.*)$/.exec(line)) || [];
    if (name !== undefined) members.push([name.toLowerCase(), value.trim()]);
    else if (last !== undefined && line.trim() !== '') last[1] += `\n${line}`;
    if ((line.match(/```/g)?.length ?? 0) % 2 === 1) isOpen = !isOpen;
  }
  const clean = members.map(
    ([name, value]) => [name, unfenced(value.replace(/\]$/, (end) => (value.includes('[') ? end : '')))] as const,
  );
  return { kind: 'structure', type: type.toLowerCase(), members: clean };
}
