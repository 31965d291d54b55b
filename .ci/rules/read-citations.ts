import type { Finding } from '../finding.ts';
import type { ParsedSource } from '../source/parse-source.ts';
import { isSyntaxNode, type SyntaxNode, walk } from '../source/walk.ts';

/** A place that names a rule: a test's title, or `@spec` in a comment. */
export interface Citation {
  readonly id: string;
  readonly file: string;
  readonly line: number;
}

export interface CitationsRead {
  readonly citations: readonly Citation[];
  readonly findings: readonly Finding[];
}

/**
 * Reads the rules at the beginning of titles: `[DR3] …`, `[DR3][DR4] …`. Any text of this form in a test file is a
 * title, so tables of cases count, too, and so does data such as `{ rule: 'DR3', … }`.
 */
export function readTitles(source: ParsedSource): CitationsRead {
  const citations: Citation[] = [];
  const findings: Finding[] = [];
  walk(source.program as unknown as SyntaxNode, (node, parent, member) => {
    const text = textOf(node);
    if (text !== undefined && /^[A-Z]{2}\d+$/.test(text) && member === 'value' && keyOf(parent) === 'rule') {
      citations.push({ id: text, file: source.file, line: source.lineAt(node.start) });
    }
    const tags = text === undefined ? undefined : /^(?:\[[A-Z]{2}\d+\])+/.exec(text)?.[0];
    if (text === undefined || tags === undefined) return;

    const line = source.lineAt(node.start);
    for (const [, id = ''] of tags.matchAll(/\[(\w+)\]/g)) citations.push({ id, file: source.file, line });
    if (!text.startsWith(' ', tags.length) || (node.type === 'Literal' && text.trim() === tags)) {
      findings.push({ file: source.file, line, message: `"${tags}" is followed by a space and what the test shows.` });
    }
  });
  return { citations, findings };
}

/** The kinds of files whose comments can cite rules. */
type Commented = Pick<ParsedSource, 'file' | 'lineAt'> & {
  readonly comments: readonly { readonly value: string; readonly start: number }[];
};

/** Whole-line comments, such as the comments of scripts within YAML. */
export function readYamlComments(file: string, text: string): Commented {
  const lines = text.matchAll(/^ *#(.*)$/gm);
  const comments = Array.from(lines, ({ index, 1: value = '' }) => ({ value, start: index }));
  return { file, comments, lineAt: (offset) => text.slice(0, offset).split('\n').length };
}

/** Reads `@spec DR3, DR4` in comments. Ranges are refused: an id that is not written cannot be found. */
export function readSpecTags(source: Commented): CitationsRead {
  const citations: Citation[] = [];
  const findings: Finding[] = [];
  for (const comment of source.comments) {
    for (const match of comment.value.matchAll(/@spec\b([^\n*@]*)/g)) {
      const line = source.lineAt(comment.start + 2 + match.index);
      const ids = (match[1] ?? '')
        .trim()
        .replace(/\.$/, '')
        .split(/[\s,]+/);
      const wrong = ids.filter((id) => !/^[A-Z]{2}\d+$/.test(id));
      if (wrong.length > 0) {
        const message = `"@spec${match[1]}" must list rule ids, one by one, and nothing else on its line.`;
        findings.push({ file: source.file, line, message });
      }
      for (const id of ids) if (!wrong.includes(id)) citations.push({ id, file: source.file, line });
    }
  }
  return { citations, findings };
}

function keyOf(property: SyntaxNode | undefined): string | undefined {
  const key = property?.type === 'Property' ? property['key'] : undefined;
  return isSyntaxNode(key) && typeof key['name'] === 'string' ? key['name'] : undefined;
}

function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateElement') return undefined;
  const { cooked } = node['value'] as { readonly cooked?: string };
  return cooked;
}
