import { readFileSync } from 'node:fs';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';

const root = new URL('../../../../', import.meta.url);
const page = readFileSync(new URL('docs/guide/how-a-draft-is-saved.md', root), 'utf8');
const matches = (pattern: RegExp) => [...page.matchAll(pattern)].map(({ groups = {} }) => groups);

const names = matches(/^ {2}participant (?<id>\w) as (?<name>.+)$/gm);
const participants = new Map(
  matches(/^\| (?<name>[\w ()-]+) \| (?<files>`[^|]+`) \|$/gm).map(({ name = '', files = '' }) => [
    names.find((known) => known['name'] === name)?.['id'],
    files.replaceAll('`', '').split(', '),
  ]),
);
const arrows = matches(/^ {2}(?<from>\w)->>(?<to>\w): (?<number>\d+) (?<label>[\w.]+)$/gm);
const rows = matches(/^\| (?<number>\d+) \| `(?<call>[^`]+)` \| `(?<sender>[^`]+)` \| `(?<receiver>[^`]+)` \|$/gm);

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
    ObjectExpression: ({ properties }) => {
      for (const member of properties) if (member.type === 'Property' && !member.shorthand) declare(member.key);
    },
  }).visit(parseSync(file, source).program);
  return { calls, declared };
}

it('the tables of how a draft is saved have a row for each name and each arrow of the picture', () => {
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.map(({ number }) => number)).toEqual(arrows.map(({ number }) => number));
  expect([...participants.keys()]).toEqual(names.map(({ id }) => id));
});

it.for(arrows)('arrow $number of the picture is a call: $label', ({ from, to, number, label = '' }) => {
  const { call = '', sender = '', receiver = '' } = rows.find((row) => row['number'] === number) ?? {};
  expect(participants.get(from)).toContain(sender);
  expect(participants.get(to)).toContain(receiver);
  expect(`.${call}`.endsWith(`.${label}`)).toBe(true);
  expect(readSource(sender).calls).toContain(call);
  expect(readSource(receiver).declared).toContain(label.split('.').at(-1));
});
