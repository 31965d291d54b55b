import { expect, it } from 'vitest';
import { createCatalog } from '../src/domain/blocks/catalog.ts';
import type { Diagram } from '../src/domain/diagram/diagram.ts';
import { inspectDiagram } from '../src/domain/lints/inspect-diagram.ts';
import { lintIds, shippedLints } from '../src/domain/lints/shipped-lints.ts';
import { amend, type RuleDoc } from '../src/domain/rules/rule-doc.ts';
import { ruleCodes } from '../src/domain/rules/shipped-rules.ts';
import { ruleDocs } from './rule-docs.ts';

function found(diagram: Diagram, { code, given }: RuleDoc): readonly string[] {
  const context = { channelFamily: 'native', ...given?.context, catalog: createCatalog(given?.blocks ?? []) };
  // A lint may be off unless it is configured.
  const levels = lintIds.includes(code) ? ({ [code]: 'warn' } as const) : {};
  return inspectDiagram(diagram, context, levels).violations.map(({ code, pointer }) => `${code} ${pointer}`);
}

it('[RP1] every code of a rule and every lint is described, once', () => {
  const codes = ruleDocs.map(({ code }) => code);
  expect(codes.toSorted()).toEqual([...new Set([...ruleCodes, ...lintIds])].toSorted());
});

it('[RP1] the code of a description is of either a rule or a lint', () => {
  expect(ruleCodes.filter((code) => lintIds.includes(code))).toEqual([]);
  expect(new Set(lintIds).size).toBe(shippedLints.length);
});

it.for(ruleDocs.map((doc) => [doc.code, doc] as const))(
  '[RP2] %s: the wrong example has this fault, and what the page says that it implies',
  ([, doc]) => {
    const { code, at, implied } = doc;
    expect(found(doc.wrong, doc).toSorted()).toEqual([`${code} ${at}`, ...(implied?.found ?? [])].toSorted());
  },
);

it.for(ruleDocs.map((doc) => [doc.code, doc] as const))(
  '[RP2] %s: nothing is found in the right example',
  ([, doc]) => {
    expect(found(amend(doc.wrong, doc.right), doc)).toEqual([]);
  },
);
