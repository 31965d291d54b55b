import { expect, it } from 'vitest';
import { catalog, type Ends, greeted } from '../../../test/check-fixture.ts';
import { node } from '../../../test/diagram-fixture.ts';
import { startDiagram } from '../diagram/diagram.ts';
import type { LintConfiguration } from './lint.ts';
import { lintDiagram } from './lint-diagram.ts';
import { lintIds } from './shipped-lints.ts';

const native = { catalog, channelFamily: 'native' };

it('[LI2] the list of shipped lints', () => {
  expect(lintIds.toSorted()).toEqual([
    'ask-file-without-store',
    'call-never-returns',
    'case-never-reached',
    'dead-end',
    'delay-sum',
    'duplicate-button-label',
    'email-address-malformed',
    'email-to-visitor',
    'empty-bot',
    'exit-never-taken',
    'fallback-not-written',
    'field-read-before-set',
    'format-not-shown',
    'go-back-without-call',
    'instructions-with-visitor-text',
    'keyword-hides-answer',
    'late-reference',
    'link-address',
    'link-disagrees',
    'long-wait-in-chat',
    'markup-not-shown',
    'may-be-empty',
    'min-above-max',
    'open-address-from-visitor',
    'overlapping-blocks',
    'phrase-in-two-routes',
    'silent-question',
    'text-in-arithmetic',
    'tier-required',
    'unconnected-output',
    'unknown-param',
    'unknown-template',
    'unreachable-block',
    'unused-field',
    'url-malformed',
  ]);
});

it('[LI1] findings are shaped and ordered like violations', () => {
  const menu = {
    ...node('menu', 'buttons', {
      text: 'Hi @{nobody}',
      buttons: [
        { id: 'x', label: 'X' },
        { id: 'y', label: 'x' },
      ],
    }),
    left: 1,
  };
  const diagram = greeted(
    [{ ...node('lost', 'var_text', { text: 'Hello' }), left: 2 }, menu],
    [
      ['welcome', '$success', 'menu'],
      ['menu', '$y', 'welcome'],
    ],
  );
  expect(lintDiagram(diagram, native, { 'unconnected-output': 'error' })).toEqual({
    total: 5,
    errors: 1,
    findings: [
      {
        code: 'dead-end',
        message: 'Nothing follows block "lost": none of its outputs is connected.',
        blockId: 'lost',
        pointer: '/nodes/lost',
        severity: 'warning',
      },
      {
        code: 'unreachable-block',
        message: 'No way leads from the start to block "lost".',
        blockId: 'lost',
        pointer: '/nodes/lost',
        severity: 'warning',
      },
      {
        code: 'duplicate-button-label',
        message: 'Block "menu": Entries 1 and 2 of "buttons" have the same "label", "x".',
        blockId: 'menu',
        param: 'buttons',
        pointer: '/nodes/menu/params/buttons/1/label',
        severity: 'warning',
      },
      {
        code: 'field-read-before-set',
        message: 'Block "menu" reads the Field "nobody", which no block sets.',
        blockId: 'menu',
        param: 'text',
        pointer: '/nodes/menu/params/text',
        severity: 'warning',
      },
      {
        code: 'unconnected-output',
        message: 'The output "$x" of block "menu" is not connected.',
        blockId: 'menu',
        output: '$x',
        pointer: '/nodes/menu',
        severity: 'error',
      },
    ],
  });
});

it.for<readonly [LintConfiguration, number, number]>([
  [{}, 1, 0],
  [{ 'empty-bot': undefined }, 1, 0],
  [{ 'empty-bot': 'warn' }, 1, 0],
  [{ 'empty-bot': 'error' }, 1, 1],
  [{ 'empty-bot': 'off' }, 0, 0],
])('[LI2] the configuration %j gives %i finding and %i error', ([configuration, total, errors]) => {
  const result = lintDiagram(startDiagram(), native, configuration);
  expect([result.total, result.errors]).toEqual([total, errors]);
});

it('[LI2] a template and a param that are unknown are errors unless the configuration says otherwise', () => {
  const diagram = greeted([{ ...node('a', 'of_a_plugin', {}), left: 5 }], [['welcome', '$success', 'a']]);
  expect(lintDiagram(diagram, native)).toMatchObject({ total: 1, errors: 1 });
  expect(lintDiagram(diagram, native, { 'unknown-template': 'warn' })).toMatchObject({ total: 1, errors: 0 });
});

it.for([
  [{ 'dead-ends': 'off' }, 'There is no lint "dead-ends". There are: empty-bot, '],
  [{ constructor: 'off' }, 'There is no lint "constructor". There are: '],
  [{ 'dead-end': 'warning' }, 'The level of the lint "dead-end" is one of off, warn, error, not "warning".'],
  [{ 'dead-end': null }, 'The level of the lint "dead-end" is one of off, warn, error, not null.'],
] as const)('[LI3] the configuration %j is refused', ([configuration, message]) => {
  const lint = () => lintDiagram(startDiagram(), native, configuration as unknown as LintConfiguration);
  expect(lint).toThrow(TypeError);
  expect(lint).toThrow(message);
});

it('[LI4] malformed entries are not checked', () => {
  const clean = greeted([], [['welcome', '$success', 'odd']]);
  const odd = { id: 'odd', template: 'chat', params: { text: '@{nobody}' }, top: 'wrong' };
  const diagram = { nodes: { ...clean.nodes, odd }, connections: { ...clean.connections, odd: 5 } };
  expect(lintDiagram(diagram, native).findings).toEqual([]);
});

it('[LI1][LI17] 20,000 blocks with Fields of their own, in a cycle', () => {
  const ids = Array.from({ length: 20_000 }, (_, nth) => `n${nth}`);
  const blocks = ids.map((id, nth) => node(id, 'set_field', { field: id, value: `@{n${(nth + 5) % 20_000}}` }));
  const ends = ids.map((id, nth): Ends => [id, 'success', `n${(nth + 1) % 20_000}`]);
  const result = lintDiagram(greeted(blocks, [['welcome', '$success', 'n0'], ...ends]), native, {
    'overlapping-blocks': 'off',
  });
  // Each block reads a Field that is set four blocks later in the cycle, except the last five, whose Field was set at
  // its beginning.
  expect([result.findings.length, result.total]).toEqual([10_000, 19_995]);
});
