import { expect, it } from 'vitest';
import { placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { diagramOf } from '../../../../test/diagram-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

function greeting(id: string, params: JsonObject, template = 'var_text') {
  return diagramOf([{ id, template, params }]);
}

it.for([
  [{ text: 'Hi' }, '/nodes/welcome/params', 'is missing'],
  [{ text: 'Hi', version: 2 }, '/nodes/welcome/params/version', 'is 2'],
] as const)('[RU22] a greeting on native has version 3, not %j', ([params, pointer, received]) => {
  expect(violationsOf(greeting('welcome', params))).toEqual([
    {
      code: 'greeting_version',
      message: `Block "welcome" greets, and its "version" should be 3, but ${received}.`,
      blockId: 'welcome',
      param: 'version',
      pointer,
      severity: 'error',
      hint: 'Set "version" to 3.',
    },
  ]);
});

it('[RU22] the text "3" is not the version 3', () => {
  expect(placesOf(greeting('welcome', { text: 'Hi', version: '3' }))).toEqual([
    'greeting_version /nodes/welcome/params/version',
    'param_type /nodes/welcome/params/version',
  ]);
});

it.for<readonly [string, JsonObject, string, string]>([
  ['native', { text: 'Hi', version: 3 }, 'welcome', 'var_text'],
  ['apichat', { text: 'Hi' }, 'bot_start', 'var_text'],
  ['native', {}, 'welcome', 'of_a_plugin'],
])('[RU22] on %s the params %j are fine for a greeting', ([channelFamily, params, id, template]) => {
  expect(placesOf(greeting(id, params, template), { channelFamily })).toEqual([]);
});
