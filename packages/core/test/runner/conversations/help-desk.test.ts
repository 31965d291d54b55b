import { expect, it } from 'vitest';
import { diagramOf } from '../diagram-of.ts';
import { seen, talkTo } from '../talk.ts';

/** A help desk of two bots: the first greets and jumps to an assistant, the second looks up orders. */
const desk = diagramOf(
  {
    bot_start: ['send_text', { text: 'Hi, this is the help desk.' }],
    agent: [
      'ai_agent',
      {
        assistantId: 'desk',
        outputs: [
          { id: 'order', name: 'Asks for an order' },
          { id: 'human', name: 'Wants a person' },
        ],
      },
    ],
    orders: ['bot_link', { bot: 12, node: 'which' }],
    person: ['human_takeover', {}],
  },
  ['bot_start.$success--agent', 'agent.$order--orders', 'agent.$human--person'],
);

const orders = diagramOf(
  {
    bot_start: ['send_text', { text: 'Orders, at your service.' }],
    which: [
      'ask_question',
      { text: 'Which order number?', destination: 'order', minChars: 3, errorText: 'At least 3 characters' },
    ],
    find: [
      'spreadsheets',
      {
        action: 'get_row',
        auth_id: 'acc',
        spreadsheet_id: 'orders',
        sheet_name: 'All',
        selectors: [{ selectorValue: 4, value: 'status' }],
        reference: { selectorValue: 1, value: '@{order}' },
      },
    ],
    found: ['send_text', { text: 'Order @{order} is @{status}.' }],
    unknown: ['send_text', { text: 'There is no order @{order}.' }],
  },
  ['which.$success--find', 'find.$success--found', 'find.$failed--unknown', 'unknown.$success--which'],
);

it('[RN108][RN109][RN113][RN104] an assistant hands on to another bot, which finds the order', () => {
  const talk = talkTo(desk, { channelFamily: 'apichat' });
  const begun = talk.say('Hello');
  expect([seen(begun), begun.effects.map(({ kind }) => kind)]).toEqual([['Hi, this is the help desk.'], ['ai_agent']]);
  expect(seen(talk.succeed({ messages: ['What is it about?'] }))).toEqual(['What is it about?']);

  expect(talk.say('My parcel').effects).toMatchObject([{ kind: 'ai_agent', message: { text: 'My parcel' } }]);
  const handed = talk.succeed({ messages: ['I will look it up.'], exit: 'order' });
  expect([seen(handed), handed.effects]).toMatchObject([
    ['I will look it up.'],
    [{ kind: 'jump', bot: 12, at: 'which' }],
  ]);

  talk.publish(orders, { number: 12 });
  expect(seen(talk.succeed())).toEqual(['Which order number?']);
  expect(seen(talk.say('A1'))).toEqual(['At least 3 characters']);
  expect(talk.say('A17').effects).toMatchObject([{ kind: 'spreadsheet', reference: { column: 1, value: 'A17' } }]);
  expect(seen(talk.fail('not_found'))).toEqual(['There is no order A17.', 'Which order number?']);
  talk.say('A18');
  expect(seen(talk.succeed({ cells: [{ column: 4, value: 'on its way' }] }))).toEqual(['Order A18 is on its way.']);
  expect(talk.state()).toMatchObject({ bot: 12, at: { kind: 'ended', reason: 'dead_end' } });
});

it('[RN25][RN10] a person takes over in the middle and hands back to a block', () => {
  const talk = talkTo(orders, { channelFamily: 'apichat', number: 12 });
  talk.start('which');
  talk.take({ kind: 'taken_over' });
  expect(seen(talk.say('A17'))).toEqual([]);
  expect(seen(talk.start('which'))).toEqual(['Which order number?']);
});
