import { describe, expect, it } from 'vitest';
import { scenarioSkeletons, simulate } from '../src/index.ts';
import { diagramOf } from './diagram-of.ts';

const bot = diagramOf(
  {
    welcome: [
      'ask_choices',
      {
        text: 'Toppings?',
        destination: 'toppings',
        min: 2,
        choices: ['Ham', 'Oil', 'Olives'].map((label) => ({ id: label, label })),
      },
    ],
    rating: ['ask_rating', { text: 'And we?', destination: 'rating' }],
    size: ['buttons', { text: 'Size?', source: 'list', list: 'sizes', labelPath: '/name', destination: 'size' }],
    card: [
      'ask_card',
      {
        text: 'Where?',
        cards: [
          { id: 'sea', title: 'Sea' },
          {
            id: 'hill',
            title: 'Hill',
            show: { conditions: [{ field: 'plan', operator: 'is', value: 'gold' }] },
          },
        ],
      },
    ],
    sea: ['close_chat', { text: 'By the sea with @{toppings}' }],
    hill: ['close_chat', { text: 'On the hill' }],
  },
  ['welcome.$success--rating', 'rating.$success--size', 'size.$item--card', 'card.$sea--sea', 'card.$hill--hill'],
);

describe('choices in tests', () => {
  it('[CX15][CX17][CX19] a scripted visitor answers them', () => {
    const chat = simulate(bot, { fields: { sizes: [{ name: 'Small' }, { name: 'Large' }] } });
    chat.start();
    expect([chat.said, chat.buttons]).toEqual([['Toppings?'], ['Ham', 'Oil', 'Olives']]);
    chat.reply('olives, 1');
    chat.press('4');
    expect(chat.buttons).toEqual(['Small', 'Large']);
    chat.press('Large');
    chat.reply('1');
    expect([chat.said, chat.fields]).toMatchObject([
      ['By the sea with ["Ham","Olives"]'],
      { rating: 4, size: { name: 'Large' } },
    ]);
  });

  it('[TE5] a button of an earlier turn is pressed while its question waits, and no longer', () => {
    const menu = {
      text: 'Which?',
      quiet: true,
      errorText: 'Please choose.',
      buttons: [
        { id: 'a', label: 'One' },
        { id: 'b', label: 'Two' },
      ],
    };
    const chat = simulate(
      diagramOf(
        { welcome: ['opening', { text: 'Hi' }], menu: ['buttons', menu], name: ['ask_question', { text: 'Name?' }] },
        ['welcome.$success--menu', 'menu.$a--name', 'menu.$b--name'],
      ),
    );
    chat.start();
    chat.send({ image: 'https://example.org/a.png' });
    chat.press('Two');
    expect(chat.said).toEqual(['Name?']);
    expect(() => chat.press('One')).toThrow('The bot offers no button "One". It offers none.');
  });

  it('[CX3][CX14] a bot is tested as on the messenger of the host', () => {
    const chat = simulate({ diagram: bot, can: { buttons: { most: 3 } } });
    chat.start();
    expect(chat.said).toEqual(['Toppings?\n1. Ham\n2. Oil\n3. Olives']);
    chat.reply('1 2');
    expect(chat.said).toEqual(['And we?\n1. 1\n2. 2\n3. 3\n4. 4\n5. 5']);
  });

  it('[TE52][TE53] skeletons answer them, and invent a list and the Fields of conditions', () => {
    const skeletons = scenarioSkeletons(bot);
    expect(skeletons.map(({ todo }) => todo)).toEqual(skeletons.map(() => undefined));
    const taken = new Set(skeletons.flatMap(({ path }) => path.map(({ block, output }) => `${block} ${output}`)));
    expect([...taken].toSorted()).toEqual([
      'card $hill',
      'card $sea',
      'rating $success',
      'size $item',
      'welcome $success',
    ]);
  });
});
