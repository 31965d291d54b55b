import { readFileSync } from 'node:fs';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../../', import.meta.url);

/** More would be no picture. */
const mostCalls = 14;

/**
 * The names that a source file calls, in their literal form, and its declarations: functions, and members of objects.
 */
function readSource(file: string): { readonly calls: ReadonlySet<string>; readonly declared: ReadonlySet<string> } {
  const source = readFileSync(new URL(`packages/${file}`, root), 'utf8');
  const calls = new Set<string>();
  const declared = new Set<string>();
  const declare = (node: Node | null) => node?.type === 'Identifier' && declared.add(node.name);
  new Visitor({
    CallExpression: ({ callee }) => void calls.add(source.slice(callee.start, callee.end)),
    FunctionDeclaration: ({ id }) => void declare(id),
    VariableDeclarator: ({ id, init }) => void (init?.type === 'ArrowFunctionExpression' && declare(id as Node)),
    ObjectExpression: ({ properties }) => {
      for (const member of properties) if (member.type === 'Property' && !member.shorthand) declare(member.key);
    },
  }).visit(parseSync(file, source).program);
  return { calls, declared };
}

describe.for(['how-a-draft-is-saved', 'how-a-message-is-answered'])('the picture of %s', (name) => {
  const page = readFileSync(new URL(`docs/guide/${name}.md`, root), 'utf8');
  const matches = (pattern: RegExp) => [...page.matchAll(pattern)].map(({ groups = {} }) => groups);
  const participants = matches(/^ {2}participant (?<id>\w) as .+$/gm).map(({ id }) => id);
  const arrows = matches(/^ {2}(?<from>\w)->>(?<to>\w): (?<number>\d+) (?<label>[\w.]+)$/gm);
  const rows = matches(/^\| (?<number>\d+) \| `(?<call>[^`]+)` \| `(?<sender>[^`]+)` \| `(?<receiver>[^`]+)` \|$/gm);
  const callOf = (number: string | undefined) => rows.find((row) => row['number'] === number) ?? {};

  it('has a row for each arrow, and not too many', () => {
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.length).toBeLessThanOrEqual(mostCalls);
    expect(rows.map(({ number }) => number)).toEqual(arrows.map(({ number }) => number));
  });

  it('has each file at one participant', () => {
    const places = arrows.flatMap(({ from, to, number }) => {
      const { sender, receiver } = callOf(number);
      return [`${sender} at ${from}`, `${receiver} at ${to}`];
    });
    const files = [...new Set(places)].map((place) => place.split(' at ')[0]);
    expect(files).toEqual([...new Set(files)]);
    expect(participants).toEqual([...new Set(participants)]);
  });

  it.for(arrows)('arrow $number is a call: $label', ({ number, label = '' }) => {
    const { call = '', sender = '', receiver = '' } = callOf(number);
    expect(`.${call}`.endsWith(`.${label}`)).toBe(true);
    expect(readSource(sender).calls).toContain(call);
    expect(readSource(receiver).declared).toContain(label.split('.').at(-1));
  });
});
