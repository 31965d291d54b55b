import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';

const drinks = {
  text: 'Drink, @{who}?',
  destination: 'drink',
  buttons: [
    { id: 'tea', label: 'Tea' },
    { id: 'coffee', label: 'Coffee for @{who}' },
    { id: 'three', label: '1' },
    { id: 'plain', label: ' ' },
  ],
};

const fields = { who: { type: 'string', value: 'Ada' } } as const;

describe('buttons', () => {
  it('[RN136] are chosen by every number in a circle', () => {
    const buttons = Array.from({ length: 20 }, (_, index) => ({ id: `b${index + 1}`, label: `Way ${index + 1}x` }));
    const chosenBy = (typed: string) => {
      const talk = talkToBlock('buttons', { text: 'Pick', buttons });
      talk.start();
      return seen(talk.say(typed)).join();
    };
    const ten = ['❶❷❸❹❺❻❼❽❾❿', '➀➁➂➃➄➅➆➇➈➉', '➊➋➌➍➎➏➐➑➒➓', '⓵⓶⓷⓸⓹⓺⓻⓼⓽⓾', '①②③④⑤⑥⑦⑧⑨⑩'];
    const first = Array.from({ length: 10 }, (_, index) => `$b${index + 1}`);
    for (const row of ten) expect([...row].map(chosenBy)).toEqual(first);
    expect([...'⓫⓬⓭⓮⓯⓰⓱⓲⓳⓴'].map(chosenBy)).toEqual(first.map((_, index) => `$b${index + 11}`));
  });

  it('[RN34][RN67] offers its buttons by filled label, or by id where that is blank', () => {
    expect(talkToBlock('buttons', drinks, { fields }).start().messages).toEqual([
      {
        type: 'dialog',
        title: 'Drink, Ada?',
        buttons: ['Tea', 'Coffee for Ada', '1', 'plain'],
        payloads: ['$tea', '$coffee', '$three', '$plain'],
      },
    ]);
  });

  it.for([
    ['a payload', '$coffee', 'Coffee for Ada', '$coffee'],
    ['a label', 'coffee for ada', 'Coffee for Ada', '$coffee'],
    ['a label that is a number', '1', '1', '$three'],
    ['a number', '2', 'Coffee for Ada', '$coffee'],
  ] as const)('[RN66][RN67] takes %s, keeps the label and goes on', ([, given, label, output]) => {
    const talk = talkToBlock('buttons', drinks, { fields });
    talk.start();
    const step = given.startsWith('$') ? talk.press(given) : talk.say(given);
    expect([seen(step), talk.fields()['drink']]).toEqual([[output], { type: 'string', value: label }]);
  });

  it.for([
    ["I don't know", ' I  don’t\u00a0know\u200b'],
    ['“Other”…', '"other"...'],
    ['Love ❤️', 'love ❤'],
    ['Straße', 'STRASSE'],
    ['ΔΡΟΜΟΣ', 'δρόμος'.normalize('NFD').replace('\u0301', '')],
    ['Check‑in', 'check–in'],
    ['Plan ２', 'plan 2'],
    ['\u202bשלום\u202c', 'שלום'],
    ['Ja', '2.'],
    ['Ja', '2)'],
    ['Ja', '(2)'],
    ['Ja', '#2'],
    ['Ja', '2️⃣'],
    ['Ja', '②'],
    ['Ja', '❷'],
    ['Ja', '➁\ufe0f'],
    ['Ja', '➋.'],
    ['Ja', '⓶'],
    ['Ja', '２\u20dd'],
    ['Ja', '２．'],
    ['Ja', '۲'],
    ['Ja', '2。'],
    ['Ja', '２｡'],
    ['Ja', '2、'],
    ['Ja', '⒉'],
    ['Ja', '⑵'],
    ['Ja', '（2）'],
    ['Ja', '【2】'],
    ['Ja', '「２」'],
    ['Ja', '❷'],
    ['Ja', '➁'],
    ['Ja', '➋'],
    ['Ja', '⓶'],
    ['Ja', '²'],
    ['Ja', '2º'],
    ['Ja', '२।'],
    ['Ja', '2-'],
    ['Ja', '"2"'],
    ['Say "yes"', 'say «\u00a0yes\u00a0»'],
    ['Say "yes"', 'say 「yes」'],
    ['„Nein“', '»nein«'],
    ["Rock 'n' roll", 'rock ‹n› roll'],
    ["L'été", 'lʼété'],
    ['2′ walk', "2' walk"],
    ['`as is`', "'as is'"],
  ] as const)('[RN66][RN134][RN136] the button %j is chosen by %j', ([label, typed]) => {
    const buttons =
      label === 'Ja'
        ? [
            { id: 'x', label: 'Nee' },
            { id: 'y', label },
          ]
        : [{ id: 'y', label }];
    const talk = talkToBlock('buttons', { text: 'Pick', buttons, destination: 'picked' });
    talk.start();
    expect(seen(talk.say(typed))).toEqual(['$y']);
    expect(talk.fields()).toEqual({ picked: { type: 'string', value: label } });
  });

  it.for(['2 3', '2,5', '-2', '2nd', '2.0', '20', '½', '\u200b', '🏴', '❷❷', '⓿', '\u20dd'])(
    '[RN136] %j chooses no button',
    (typed) => {
      const buttons = [
        { id: 'x', label: 'Nee' },
        { id: 'y', label: '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}' },
      ];
      const talk = talkToBlock('buttons', { text: 'Pick', buttons });
      talk.start();
      expect(talk.say(typed).state.at.kind).toBe('answer');
    },
  );

  it.for(['\u200b\u3164', '\u2800'.repeat(500)])('[RN67][RN135] the label %j counts as blank', (label) => {
    const talk = talkToBlock('buttons', { text: 'Pick', buttons: [{ id: 'plain', label }] });
    expect(seen(talk.start())).toEqual(['Pick [plain]']);
  });

  it.for(['$water', 'water', '5', '$'])('[RN66] offers the dialog again after %j', (given) => {
    const talk = talkToBlock('buttons', drinks, { fields });
    talk.start();
    expect(seen(talk.press(given))).toEqual(['Drink, Ada? [Tea|Coffee for Ada|1|plain]']);
  });

  it('[RN66] is chosen by its label when the payload is unknown', () => {
    const talk = talkToBlock('buttons', drinks, { fields });
    talk.start();
    expect(seen(talk.send({ type: 'text', text: 'Tea', payload: '$old' }))).toEqual(['$tea']);
  });

  it('[RN67] ignores entries that are no buttons', () => {
    const buttons = [null, 7, {}, { id: '' }, { id: 5 }, { id: '__proto__', label: 'Odd' }];
    const talk = talkToBlock('buttons', { text: 'Pick', buttons });
    expect(seen(talk.start())).toEqual(['Pick [Odd]']);
    expect(seen(talk.say('odd'))).toEqual(['$__proto__']);
  });

  it.for([undefined, [], 'tea', [{}]])('[RN68] ends with an error where the buttons are %j', (buttons) => {
    const talk = talkToBlock('buttons', { text: 'Pick', ...(buttons === undefined ? {} : { buttons }) });
    expect(seen(talk.start())).toEqual(['(param_unusable)']);
  });
});
