import { readFileSync } from 'node:fs';
import { createCatalog } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { ruleDocs } from '../../core/test/rule-docs.ts';
import { type LintFilesOptions, lintFiles } from '../src/files/lint-files.ts';

const docs = ruleDocs.map((doc) => [doc.code, doc] as const);

async function found(
  text: string,
  { code: described, given, what }: (typeof ruleDocs)[number],
  options: LintFilesOptions = {},
): Promise<readonly string[]> {
  const context = { ...given?.context, catalog: createCatalog(given?.blocks ?? []) };
  // A lint may be off unless it is configured.
  const rules = what.includes('`off` unless') ? ({ [described]: 'warn' } as const) : {};
  const { files } = await lintFiles({ ...context, rules, ...options, texts: [{ name: 'bot.json', text }] });
  return (files[0]?.findings ?? []).map(
    ({ code, severity, message, place }) =>
      `${severity} ${code}: ${message} --> bot.json:${place.line}:${place.column}`,
  );
}

it.for(docs)('[RP2] %s: the examples of its page are checked as the page says', async ([code, doc]) => {
  const page = readFileSync(new URL(`../../../docs/rules/${code}.md`, import.meta.url), 'utf8');
  const [wrong = '', printed = '', right = ''] = [...page.matchAll(/^```\w+\n(.*?)\n```$/gms)].map(
    ([, block]) => block,
  );
  const findings = [...printed.matchAll(/^(\w+ .*)\n --> (.*)$/gm)].map(([, what, place]) => `${what} --> ${place}`);
  expect(findings).not.toEqual([]);
  expect(await found(wrong, doc)).toEqual(findings);
  expect(await found(right, doc)).toEqual([]);
});

it.for(docs)('[RP3] %s: --fix does what the page says', async ([code, doc]) => {
  const left = await found(JSON.stringify(doc.wrong, null, 2), doc, { fix: true });
  expect(left.some((finding) => finding.includes(` ${code}: `))).toBe(doc.fix === undefined);
});
