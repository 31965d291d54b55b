import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';

it('[LI19] a param that the block does not have, and the closest name', () => {
  expect(findingsOf('unknown-param', greeted([node('a', 'var_date', { text: 'When?', fromat: ['%Y'] })]))).toEqual([
    {
      code: 'unknown-param',
      message: 'Block "a" (ask_date) has the param "fromat", which nothing reads.',
      blockId: 'a',
      param: 'fromat',
      pointer: '/nodes/a/params/fromat',
      severity: 'warning',
      hint: 'Did you mean "format"?',
    },
  ]);
});

it('[LI19] a param that exists is not suggested for another', () => {
  const both = greeted([node('a', 'var_date', { text: 'When?', format: ['%Y'], fromat: ['%Y'] })]);
  expect(findingsOf('unknown-param', both).map(({ hint }) => hint)).toEqual([undefined]);
});

it('[LI19][LI4] params of every variant are known, and all of a block that is not catalogued', () => {
  const diagram = greeted([
    node('row', 'spreadsheets', { action: 'insert_row', reference: {}, version: 3 }),
    node('link', 'bot_link', { bot: 1, bot_number: 1, bot_channel_family: 'native', bot_name: 'Other' }),
    node('plugin', 'of_a_plugin', { anything: 1 }),
  ]);
  expect(pointersOf('unknown-param', diagram)).toEqual([]);
});
