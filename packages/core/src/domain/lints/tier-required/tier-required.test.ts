import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';
import type { PlanTier } from '../../blocks/block-definition.ts';

const diagram = greeted([
  node('agent', 'human', {}),
  node('call', 'webhook', { url: 'https://api.example.com' }),
  node('say', 'chat', { text: 'Hi' }),
  node('plugin', 'of_a_plugin', {}),
]);

it.for<readonly [PlanTier, readonly string[]]>([
  ['sandbox', ['/nodes/agent/template', '/nodes/call/template']],
  ['starter', ['/nodes/agent/template']],
  ['professional', []],
  ['business', []],
])('[LI16][LI4] with the plan %s not included are %j', ([plan, pointers]) => {
  expect(pointersOf('tier-required', diagram, { plan })).toEqual(pointers);
});

it('[LI16] the finding names the plan that is needed', () => {
  expect(findingsOf('tier-required', diagram, { plan: 'starter' }).map(({ message }) => message)).toEqual([
    'Block "agent" (human_takeover) needs the plan professional, but the plan is starter.',
  ]);
});

it('[LI16] with no plan given nothing is checked', () => {
  expect(pointersOf('tier-required', diagram)).toEqual([]);
});
