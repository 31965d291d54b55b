import { expect, it } from 'vitest';
import { catalog, greeted } from '../../../test/check-fixture.ts';
import { diagramOf, node } from '../../../test/diagram-fixture.ts';
import { createCatalog } from '../blocks/catalog.ts';
import { describeBlock, param } from '../blocks/describe-block.ts';
import { checkDiagram } from '../rules/check-diagram.ts';
import { inspectDiagram } from './inspect-diagram.ts';
import { lintDiagram } from './lint-diagram.ts';

const context = { catalog, channelFamily: 'native' };
const diagram = greeted([node('a', 'chat', { text: '' }), node('b', 'webhok', {})], [['welcome', '$none', 'nope']]);

it('[LI24] gives what both give, in one order', () => {
  const { violations, total, errors } = inspectDiagram(diagram, context);
  const check = checkDiagram(diagram, context);
  const lint = lintDiagram(diagram, context);
  expect(new Set(violations)).toEqual(new Set([...check.violations, ...lint.findings]));
  expect([total, errors]).toEqual([check.total + lint.total, check.errors + lint.errors]);
  expect(violations.map(({ code, blockId = '' }) => `${blockId} ${code}`)).toEqual([
    'welcome dead-end',
    'welcome connection_target_unknown',
    'welcome output_unknown',
    'a overlapping-blocks',
    'a param_non_empty',
    'a unreachable-block',
    'b overlapping-blocks',
    'b unknown-template',
    'b unreachable-block',
  ]);
});

it('[LI24] a level by its code changes a rule as it changes a lint', () => {
  const levels = { param_non_empty: 'warn', 'unknown-template': 'off', connection_target_unknown: 'off' } as const;
  const { violations } = inspectDiagram(diagram, context, levels);
  const codes = violations.map(({ code, severity }) => `${severity} ${code}`);
  expect(codes).toContain('warning param_non_empty');
  expect(codes.join()).not.toMatch(/unknown-template|connection_target_unknown/);
  expect(codes).toContain('error output_unknown');
});

it('[LI24] what a block sets, saves and checks is asked once, however many rules and lints need it', () => {
  const asked = new Map<string, number>();
  const count = <T>(name: string, value: T): T => {
    asked.set(name, (asked.get(name) ?? 0) + 1);
    return value;
  };
  const counted = describeBlock({
    name: 'counted',
    template: 'counted',
    title: 'Counted',
    description: 'Counts what is asked of it.',
    group: 'tests',
    variants: [
      {
        params: [param('list', 'array', { description: 'Outputs.' })],
        outputs: [],
        outputDerivations: [{ param: 'list', each: 'id', prefix: '$' }],
      },
    ],
    setsFields: () => count('setsFields', ['a']),
    savesFields: () => count('savesFields', []),
    readsFields: () => count('readsFields', []),
    needsFields: () => count('needsFields', []),
    check: () => count('check', []),
  });
  const blocks = 50;
  const nodes = Array.from({ length: blocks }, (_, nth) => node(`n${nth}`, 'counted', { list: [{ id: 'x' }] }));
  inspectDiagram(diagramOf(nodes), { catalog: createCatalog([counted]), channelFamily: 'native' });
  const names = ['check', 'needsFields', 'readsFields', 'savesFields', 'setsFields'];
  expect([...asked].sort()).toEqual(names.map((name) => [name, blocks]));
});
