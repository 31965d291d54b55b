import { expect, it } from 'vitest';
import { type Ends, greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf } from '../../../../test/lint-fixture.ts';

const menu = node('menu', 'buttons', {
  text: 'Which?',
  buttons: ['x', 'y', 'z'].map((one) => ({ id: one, label: one })),
});

it.for<readonly [readonly Ends[], readonly string[]]>([
  [[], []],
  [[['menu', '$y', 'welcome']], ['$x', '$z']],
  [[['menu', '$q', 'welcome']], []],
  [['x', 'y', 'z'].map((one) => ['menu', `$${one}`, 'welcome'] as const), []],
])('[LI9] of the outputs left by %j, unconnected: %j', ([connections, outputs]) => {
  const findings = findingsOf('unconnected-output', greeted([menu], connections));
  expect(findings.map(({ blockId, output }) => [blockId, output])).toEqual(outputs.map((output) => ['menu', output]));
});
