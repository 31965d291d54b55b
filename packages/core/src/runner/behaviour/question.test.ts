import { describe, expect, it } from 'vitest';
import { diagramOf } from '../../../test/runner/diagram-of.ts';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen, talkTo } from '../../../test/runner/talk.ts';

describe('a question', () => {
  it('[RN51] says its text and waits', () => {
    const talk = talkToBlock(
      'ask_name',
      { text: 'Hello @{title}, your name?' },
      { fields: { title: { type: 'string', value: 'Dr' } } },
    );
    const step = talk.start();
    expect([seen(step), step.state.at]).toEqual([
      ['Hello Dr, your name?'],
      { kind: 'answer', node: 'welcome', template: 'var_name', memory: {} },
    ]);
  });

  it('[RN52] complains about what it cannot accept, and waits again', () => {
    const talk = talkToBlock(
      'ask_email',
      { text: 'Mail?', errorText: 'No mail: @{x}', destination: 'x' },
      { fields: { x: { type: 'string', value: 'old' } } },
    );
    talk.start();
    const step = talk.say('nonsense');
    expect([seen(step), step.writes, step.state.at.kind]).toEqual([['No mail: old'], [], 'answer']);
    expect(seen(talk.say('ada@example.org'))).toEqual(['$success']);
  });

  it.for([undefined, '', '  ', '\u2800\u200b'])('[RN52] asks again where the complaint is %j', (errorText) => {
    const talk = talkToBlock('ask_email', { text: 'Mail?', ...(errorText === undefined ? {} : { errorText }) });
    talk.start();
    expect(seen(talk.say('nonsense'))).toEqual(['Mail?']);
  });

  it.for([
    ['x', 'x'],
    ['@{x}', 'x'],
    ['My Name ', 'My Name '],
  ])('[RN41][RN53] writes an accepted answer to the Field that %j names', ([destination = '', name]) => {
    const talk = talkToBlock('ask_name', { text: '?', destination });
    talk.start();
    const step = talk.say('Ada');
    expect([step.writes, seen(step)]).toEqual([[{ kind: 'set', name, type: 'string', value: 'Ada' }], ['$success']]);
  });

  it.for([undefined, '', ' ', '@{}', 'a{b}', 7])('[RN41] writes nothing where the destination is %j', (destination) => {
    const talk = talkToBlock('ask_name', { text: '?', ...(destination === undefined ? {} : { destination }) });
    talk.start();
    const step = talk.say('Ada');
    expect([step.writes, seen(step)]).toEqual([[], ['$success']]);
  });

  it.for(['ask_question', 'ask_name', 'ask_email', 'ask_phone', 'ask_number', 'ask_url', 'ask_date'])(
    '[RN54] %s accepts typed text only',
    (block) => {
      const talk = talkToBlock(block, { text: '?', errorText: 'refused' });
      talk.start();
      const said = [
        talk.send({ type: 'image', url: 'https://example.org/a.png', caption: '2026/01/02' }),
        talk.send({ type: 'location', latitude: 1, longitude: 2 }),
        talk.say('  '),
        talk.say(''),
      ].flatMap(seen);
      expect(said).toEqual(['refused', 'refused', 'refused', 'refused']);
    },
  );
});

describe('what a page shows beside a question', () => {
  it.for([
    [{}, { kind: 'date' }],
    [{ showDatePicker: true }, { kind: 'date', format: 'yyyy-MM-dd' }],
    [
      { showDatePicker: true, pickerFormat: 'dd/MM/yyyy', format: ['%d/%m/%Y'] },
      { kind: 'date', format: 'dd/MM/yyyy' },
    ],
    [{ pickerFormat: 'dd/MM/yyyy', format: ['%d/%m/%Y'] }, { kind: 'date' }],
  ] as const)('[RN148] ask_date with %j expects %j', ([params, expects]) => {
    const talk = talkToBlock('ask_date', { text: 'When?', ...params });
    expect([talk.start().state.at, talk.say('when?').state.at]).toEqual(
      [1, 2].map(() => expect.objectContaining({ kind: 'answer', expects })),
    );
  });
});

describe('what a question keeps', () => {
  it('[RN45] is what every store can keep', () => {
    const talk = talkTo(diagramOf({ welcome: ['ask_question', { text: '?', destination: 'x' }] }));
    talk.start();
    talk.say('a\u0000b\ud800c');
    expect(talk.fields()['x']).toEqual({ type: 'string', value: 'ab\ufffdc' });
  });

  it('[RN122] an answer too large to keep ends the conversation', () => {
    const talk = talkToBlock('ask_question', { text: '?', destination: 'x', errorText: 'refused' });
    talk.start();
    expect(seen(talk.say('x'.repeat(65_536)))).toEqual(['(field_too_large)']);
  });
});
