import { createCatalog } from '../../packages/core/src/domain/blocks/catalog.ts';
import type { JsonValue } from '../../packages/core/src/domain/json/json-value.ts';
import { inspectDiagram } from '../../packages/core/src/domain/lints/inspect-diagram.ts';
import { lintIds, shippedLints } from '../../packages/core/src/domain/lints/shipped-lints.ts';
import { amend, docGroups, type RuleDoc } from '../../packages/core/src/domain/rules/rule-doc.ts';
import { shippedRules } from '../../packages/core/src/domain/rules/shipped-rules.ts';
import { locate } from '../../packages/testing/src/files/locate.ts';

/** Longer objects and lists have a line for each member. */
const width = 120;
/** How deep the entries of `nodes` and `connections` are. */
const entryDepth = 2;

export const generatedNote = '<!-- Written by `npm run rule-pages` from the metadata beside the rule. -->';

/** The page of one code. */
export function renderPage(doc: RuleDoc, specPages: ReadonlyMap<string, string>): string {
  const wrong = renderJson(doc.wrong);
  const right = renderJson(amend(doc.wrong, doc.right));
  return [
    `# ${doc.title}: \`${doc.code}\``,
    generatedNote,
    `*${describeLevel(doc)}. Applies to ${doc.appliesTo ?? 'every bot'}.*`,
    doc.what,
    '## Why',
    doc.why,
    '## How to mend it',
    `${doc.mend}${doc.fix === undefined ? '' : ` \`botwright lint --fix\` ${doc.fix}.`}`,
    '## Wrong',
    ...(doc.given === undefined ? [] : [doc.given.says]),
    fence('json', wrong),
    ...(doc.implied === undefined ? [] : [`${doc.implied.because} So more is reported than this fault:`]),
    fence('text', describeFindings(doc, wrong)),
    '## Right',
    fence('json', right),
    '## The exact rule',
    `${doc.specs.map((id) => `[${id}](../spec/${specPages.get(id)})`).join(', ')}. [All rules and lints](README.md).`,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** The page that lists all codes, by subject. */
export function renderContents(docs: readonly RuleDoc[]): string {
  const groups = docGroups.map((group) => {
    const rows = docs
      .filter((doc) => doc.group === group)
      .map((doc) => `| [\`${doc.code}\`](${doc.code}.md) | ${doc.title} | ${levelOf(doc)} |`);
    return [`## ${group}`, '', '| Code | What is wrong | Level |', '|---|---|---|', ...rows].join('\n');
  });
  return [
    '# What `botwright lint` finds',
    generatedNote,
    'One page a code: what it means, why it matters, a wrong and a right example. Codes with an underscore are [violations](../spec/rules.md), the rules that guard publication; those with a dash are [lints](../spec/lints.md), which are probably mistakes. The level is the usual one: `"rules": { "dead-end": "error" }` in `botwright.config.json`, or `--rule dead-end=error`, sets another. How a check becomes part of a pull request is said in [Test your bots in CI](../guide/test-your-bots-in-ci.md).',
    ...groups,
    '## Files that are no bots',
    'A file that is not JSON, or has no diagram, is reported as `unreadable`, with the line and column of the fault. It has no level: the command ends with exit code 2.',
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function levelOf({ code }: RuleDoc): string {
  const rule = shippedRules.find(({ codes }) => codes.includes(code));
  if (rule !== undefined) return rule.severity === 'error' ? 'error' : 'warn';
  return shippedLints.find(({ id }) => id === code)?.level ?? 'none';
}

function describeLevel(doc: RuleDoc): string {
  if (lintIds.includes(doc.code)) {
    return `A lint, of level \`${levelOf(doc)}\` unless the configuration says another`;
  }
  return levelOf(doc) === 'error'
    ? 'A violation of severity `error`: it stops publication and test deployment'
    : 'A violation of severity `warning`: it stops test deployment, not publication';
}

/** The output of `botwright lint` for an example, without the lines of the file. */
function describeFindings(doc: RuleDoc, text: string): string {
  const { code, wrong, given } = doc;
  const context = { channelFamily: 'native', ...given?.context, catalog: createCatalog(given?.blocks ?? []) };
  // A lint that is off by default reports its example as a warning.
  const levels = levelOf(doc) === 'off' ? ({ [code]: 'warn' } as const) : {};
  return inspectDiagram(wrong, context, levels)
    .violations.map((violation) => ({ ...violation, place: locate(text, violation.pointer) }))
    .sort(({ place: a }, { place: b }) => a.line - b.line || a.column - b.column)
    .map(({ code, severity, message, hint, place }) =>
      [
        `${severity} ${code}: ${message}`,
        ` --> bot.json:${place.line}:${place.column}`,
        ...(hint === undefined ? [] : [`  = ${hint}`]),
      ].join('\n'),
    )
    .join('\n');
}

/** JSON as a person writes it: a line for each entry of the diagram, and short objects and lists on one line. */
function renderJson(value: JsonValue, depth = 0, before = 0): string {
  const line = renderInline(value);
  if (typeof value !== 'object' || value === null || line.length === 2) return line;
  if (depth >= entryDepth && depth * 2 + before + line.length < width) return line;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const indent = '  '.repeat(depth);
  const members = membersOf(value).map(([key, item]) => `${indent}  ${key}${renderJson(item, depth + 1, key.length)}`);
  return [open, members.join(',\n'), `${indent}${close}`].join('\n');
}

function renderInline(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const list = membersOf(value)
    .map(([key, item]) => key + renderInline(item))
    .join(', ');
  if (Array.isArray(value)) return `[${list}]`;
  return list === '' ? '{}' : `{ ${list} }`;
}

/** The literal text of the key, with its colon; empty in a list. */
function membersOf(value: JsonValue & object): readonly (readonly [string, JsonValue])[] {
  if (Array.isArray(value)) return value.map((item: JsonValue) => ['', item]);
  return Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, item as JsonValue]);
}

function fence(language: string, text: string): string {
  const mark = '```';
  return `${mark}${language}\n${text}\n${mark}`;
}
