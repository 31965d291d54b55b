import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

it.for<readonly [string, JsonObject, readonly string[]]>([
  ['var_text', { text: 'Well?' }, ['/nodes/a']],
  ['yes_no', { text: 'Well?' }, ['/nodes/a']],
  ['buttons', { text: 'Which?', buttons: [{ id: 'x', label: 'X' }] }, ['/nodes/a']],
  ['buttons', { text: 'Which?', buttons: [] }, []],
  ['chat', { text: 'Bye' }, []],
  ['media', { url: 'https://a.test/a', media_type: 'image' }, []],
  ['human', {}, []],
  ['close', {}, []],
  ['bot_link', { bot: 1 }, []],
  ['of_a_plugin', {}, []],
  ['hidden', {}, []],
  ['spreadsheets', { action: 'burn' }, []],
])('[LI8][LI4] a block %s with the params %j that leads nowhere: %j', ([template, params, pointers]) => {
  const diagram = greeted([node('a', template, params)], [['welcome', '$success', 'a']]);
  expect(pointersOf('dead-end', diagram)).toEqual(pointers);
});

it('[LI8] one connected output is enough, if the block has it', () => {
  const question = node('a', 'yes_no', { text: 'Well?' });
  const back = (output: string) =>
    greeted(
      [question],
      [
        ['welcome', '$success', 'a'],
        ['a', output, 'welcome'],
      ],
    );
  expect(pointersOf('dead-end', back('$no'))).toEqual([]);
  expect(pointersOf('dead-end', back('$perhaps'))).toEqual(['/nodes/a']);
});
