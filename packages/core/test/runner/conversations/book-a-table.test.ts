import { expect, it } from 'vitest';
import { diagramOf } from '../diagram-of.ts';
import { seen, talkTo } from '../talk.ts';

/** A restaurant that takes bookings: questions, conditions, a formula, a webhook, a way out to a person. */
const restaurant = diagramOf(
  {
    welcome: [
      'buttons',
      {
        text: 'Welcome to Chez Ada! What can we do for you?',
        destination: 'wish',
        buttons: [
          { id: 'book', label: 'Book a table' },
          { id: 'other', label: 'Something else' },
        ],
      },
    ],
    name: ['ask_name', { text: 'What is your name?', destination: 'name' }],
    day: [
      'ask_date',
      { text: 'Which day, @{name}?', destination: 'day', format: ['%d.%m.%Y'], errorText: 'As in 24.12.2026' },
    ],
    guests: [
      'ask_number',
      { text: 'How many guests?', destination: 'guests', min: 1, max: 50, errorText: '1 to 50, please' },
    ],
    size: ['conditions', { conditions: [{ field: 'guests', operator: 'greater', value: 8 }] }],
    menu: ['ask_yes_no', { text: 'The big menu for all @{guests}?', destination: 'menu' }],
    price: ['formulas', { expression: 'menu ? guests * 45 : 0.0', destination: 'deposit' }],
    noMenu: ['set_a_field', { field: 'deposit', value: 0 }],
    book: [
      'webhook',
      {
        url: 'https://api.chez-ada.example/bookings/@{day}',
        body: '{"name": "@{name}", "guests": @{guests}, "deposit": @{deposit}}',
        destination: 'booking',
      },
    ],
    done: ['close_chat', { text: 'Booked: @{guests} on @{day}. See you, @{name}!' }],
    sorry: ['send_text', { text: 'Our book is closed right now.' }],
    person: ['human_takeover', { text: 'A colleague will be with you in a minute.' }],
  },
  [
    'welcome.$book--name',
    'welcome.$other--person',
    'name.$success--day',
    'day.$success--guests',
    'guests.$success--size',
    'size.true--menu',
    'size.false--noMenu',
    'menu.$yes--price',
    'menu.$no--price',
    'price.$success--book',
    'price.$failed--sorry',
    'noMenu.success--book',
    'book.$success--done',
    'book.$failed--sorry',
    'sorry.$success--person',
  ],
);

const feedback = {
  enabled: true,
  question: 'Were we quick enough?',
  positiveLabel: 'Yes',
  negativeLabel: 'No',
  commentQuestion: 'What was slow?',
  thanks: 'Noted!',
};

it('[RN14][RN28][RN98] a table for ten, with a menu and a deposit', () => {
  const talk = talkTo(restaurant, { feedback });
  expect(seen(talk.say('hello'))).toEqual([
    'Welcome to Chez Ada! What can we do for you? [Book a table|Something else]',
  ]);
  expect(seen(talk.press('$book'))).toEqual(['What is your name?']);
  expect(seen(talk.say('Grace "Amazing" Hopper'))).toEqual(['Which day, Grace "Amazing" Hopper?']);
  expect(seen(talk.say('Christmas Eve'))).toEqual(['As in 24.12.2026']);
  expect(seen(talk.say('24.12.2026'))).toEqual(['How many guests?']);
  expect(seen(talk.say('0'))).toEqual(['1 to 50, please']);
  expect(seen(talk.say('10'))).toEqual(['The big menu for all 10? [Yes|No]']);

  const [call] = talk.say('yes').effects;
  expect(call).toMatchObject({ kind: 'webhook', url: 'https://api.chez-ada.example/bookings/2026-12-24' });
  expect(call?.kind === 'webhook' && JSON.parse(call.body ?? '')).toEqual({
    name: 'Grace "Amazing" Hopper',
    guests: 10,
    deposit: 450,
  });

  expect(seen(talk.succeed({ status: 201, body: { id: 'b-1' } }))).toEqual([
    'Booked: 10 on 2026-12-24. See you, Grace "Amazing" Hopper!',
    'Were we quick enough? [Yes|No]',
  ]);
  expect(seen(talk.say('No'))).toEqual(['What was slow?']);
  const last = talk.say('The kitchen');
  expect([seen(last), last.effects.map(({ kind }) => kind)]).toEqual([['Noted!'], ['feedback', 'close']]);
  expect(talk.fields()).toEqual({
    wish: { type: 'string', value: 'Book a table' },
    name: { type: 'string', value: 'Grace "Amazing" Hopper' },
    day: { type: 'date', value: '2026-12-24' },
    guests: { type: 'float', value: 10 },
    menu: { type: 'boolean', value: true },
    deposit: { type: 'float', value: 450 },
    booking: { type: 'object', value: { id: 'b-1' } },
  });
});

it('[RN99][RN111] a table for two, while the booking service is down', () => {
  const talk = talkTo(restaurant, { feedback });
  talk.start();
  talk.say('1');
  talk.say('Ada');
  talk.say('1.1.2027');
  const asked = talk.say('2');
  expect([seen(asked), asked.effects.map(({ kind }) => kind)]).toEqual([[], ['webhook']]);
  const given = talk.succeed({ status: 503, body: 'down' });
  expect([seen(given), given.effects.map(({ kind }) => kind), given.state.at]).toEqual([
    ['Our book is closed right now.', 'A colleague will be with you in a minute.'],
    ['assign'],
    { kind: 'agent' },
  ]);
  expect(seen(talk.say('Hello?'))).toEqual([]);
});

it('[RN11] a visitor who comes back after the end is greeted again, with their Fields', () => {
  const talk = talkTo(restaurant);
  talk.start();
  talk.press('$book');
  talk.say('Ada');
  talk.say('24.12.2026');
  talk.say('2');
  talk.succeed({ status: 200 });
  expect(talk.state().at).toEqual({ kind: 'ended', reason: 'closed' });
  expect(seen(talk.say('Me again'))).toEqual([
    'Welcome to Chez Ada! What can we do for you? [Book a table|Something else]',
  ]);
  expect(talk.fields()['name']).toEqual({ type: 'string', value: 'Ada' });
});
