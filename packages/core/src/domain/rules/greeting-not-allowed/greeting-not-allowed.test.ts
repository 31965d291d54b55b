import { expect, it } from 'vitest';
import { catalog, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { diagramOf, node } from '../../../../test/diagram-fixture.ts';

const saying = (id: string) => diagramOf([node(id, 'chat', { text: 'Hello' })]);

it('[RU21] a block that cannot greet does not fill the slot on native', () => {
  expect(violationsOf(saying('welcome'))).toEqual([
    {
      code: 'greeting_not_allowed',
      message:
        'Block "welcome" (send_text) cannot greet; these can: opening, ask_question, ask_phone, ask_number, ask_url, ask_date, ask_time, ask_yes_no, buttons, ask_choices, ask_rating, understand.',
      blockId: 'welcome',
      pointer: '/nodes/welcome/template',
      severity: 'error',
    },
  ]);
});

it('[RU21] exactly the blocks that the catalog allows as a greeting may fill the slot', () => {
  const able = catalog.definitions
    .filter(({ template }) => {
      const diagram = diagramOf([node('welcome', template, {})]);
      return !violationsOf(diagram).some(({ code }) => code === 'greeting_not_allowed');
    })
    .map(({ name }) => name);
  expect(able.toSorted()).toEqual([
    'ask_choices',
    'ask_date',
    'ask_number',
    'ask_phone',
    'ask_question',
    'ask_rating',
    'ask_time',
    'ask_url',
    'ask_yes_no',
    'buttons',
    'opening',
    'understand',
  ]);
});

it('[RU21] elsewhere any block may greet', () => {
  expect(placesOf(saying('bot_start'), { channelFamily: 'apichat' })).toEqual([]);
});

it('[RU9][RU21] a block that is not catalogued may greet', () => {
  expect(placesOf(diagramOf([node('welcome', 'of_a_plugin', { version: 1 })]))).toEqual([]);
});

it.for([
  ['var_text', { quiet: true }],
  ['buttons', { quiet: true, buttons: [{ id: 'x', label: 'X' }] }],
] as const)('[QN3] a quiet %s cannot greet on native, and needs no text', ([template, params]) => {
  const quiet = (id: string) => diagramOf([node(id, template, { ...params, version: 3 })]);
  expect(violationsOf(quiet('welcome'))).toEqual([
    {
      code: 'greeting_not_allowed',
      message: 'Block "welcome" cannot greet: it asks without words.',
      blockId: 'welcome',
      param: 'quiet',
      pointer: '/nodes/welcome/params/quiet',
      severity: 'error',
      hint: 'Begin with an "opening", or give the question its text.',
    },
  ]);
  expect(placesOf(quiet('bot_start'), { channelFamily: 'apichat' })).toEqual([]);
});
