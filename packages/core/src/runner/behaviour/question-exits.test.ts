import { describe, expect, it } from 'vitest';
import { diagramOf } from '../../../test/runner/diagram-of.ts';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { noon, seen, type TalkOptions, talkTo } from '../../../test/runner/talk.ts';
import { createCatalog } from '../../domain/blocks/catalog.ts';
import { readConversationState } from '../../domain/conversation/conversation-state.ts';
import type { JsonObject, JsonValue } from '../../domain/json/json-value.ts';

const invalid = (more: JsonObject = {}) => ({ exits: [{ id: 'invalid', ...more }] });
const skipped = (more: JsonObject = {}) => ({ exits: [{ id: 'skipped', label: 'Skip', ...more }] });
const timeOut = (more: JsonObject = {}) => ({ exits: [{ id: 'timeout', seconds: 60, ...more }] });
const none = (more: JsonObject = {}) => ({ exits: [{ id: 'none', ...more }] });

const abc = ['a', 'b'].map((id) => ({ id, label: id.toUpperCase() }));
const questions: readonly (readonly [block: string, params: JsonObject])[] = [
  ['ask_question', { minChars: 5 }],
  ['ask_name', {}],
  ['ask_email', {}],
  ['ask_phone', {}],
  ['ask_number', {}],
  ['ask_url', {}],
  ['ask_date', {}],
  ['ask_time', {}],
  ['ask_file', {}],
  ['ask_file', { several: true }],
  ['ask_yes_no', {}],
  ['buttons', { buttons: abc }],
  ['ask_choices', { choices: abc }],
  ['ask_rating', {}],
  ['ask_card', { cards: [{ id: 'a', title: 'A' }] }],
];

/** A family that shows texts, media and dialogs. */
const plain: TalkOptions = { can: {} };

/** A conversation at a question. */
function asked(block: string, params: JsonObject, options: TalkOptions = {}) {
  const talk = talkToBlock(block, { text: 'Well?', destination: 'x', ...params }, options);
  const step = talk.start();
  return { talk, step };
}

function timeOutOf(talk: ReturnType<typeof talkToBlock>) {
  return talk.take({ kind: 'timeout', turn: talk.state().turn });
}

describe('the exit invalid', () => {
  it.for(questions)('[EX4] %s with %j is left after the last wrong answer', ([block, params]) => {
    const { talk } = asked(block, { errorText: 'No.', ...params, ...invalid({ attempts: 2, fallback: 'none' }) });
    expect(seen(talk.say('?')).at(-1)).toMatch(/^No\./);
    expect(seen(talk.say('?'))).toEqual(['$invalid']);
    expect(talk.fields()['x']).toEqual({ type: 'string', value: 'none' });
  });

  it.for<readonly [JsonValue | undefined, number]>([
    [undefined, 3],
    [1, 1],
    [20, 20],
    [0, 3],
    [21, 3],
    ['2', 3],
  ])('[EX4] attempts of %j are %j', ([attempts, count]) => {
    const { talk } = asked('ask_email', invalid(attempts === undefined ? {} : { attempts }));
    const said = Array.from({ length: count }, () => seen(talk.say('?'))[0]);
    expect(said).toEqual([...Array.from({ length: count - 1 }, () => 'Well?'), '$invalid']);
  });

  it('[EX4] counts anew when the conversation arrives again, and not the parts of an answer', () => {
    const { talk } = asked('ask_file', { several: true, ...invalid({ attempts: 2 }) });
    talk.say('?');
    talk.send({ type: 'image', url: 'https://a.example/1.png' });
    expect(seen(talk.say('?'))).toEqual(['$invalid']);
    talk.start();
    expect(seen(talk.say('?'))).toEqual(['Well?']);
  });

  it('[EX4][QN7] says the texts of the answers before', () => {
    const { talk } = asked('ask_email', { errorTexts: ['One.', 'Two.'], ...invalid() });
    expect([1, 2, 3].map(() => seen(talk.say('?'))[0])).toEqual(['One.', 'Two.', '$invalid']);
  });
});

describe('the exit timeout', () => {
  it.for(questions)('[EX5][EX13] %s with %j waits for its time only', ([block, params]) => {
    const { talk, step } = asked(block, { ...params, ...timeOut({ fallback: 5 }) });
    expect(step.state.at).toMatchObject({ kind: 'answer', until: noon + 60_000, spent: { blocks: 1, effects: 0 } });
    expect(readConversationState(JSON.parse(JSON.stringify(step.state)))).toEqual(step.state);
    expect(timeOutOf(talk).messages).toEqual([]);
    talk.pass(60_000);
    expect(seen(timeOutOf(talk))).toEqual(['$timeout']);
    expect(talk.fields()['x']).toEqual({ type: 'integer', value: 5 });
  });

  it('[EX5] begins anew with a wrong answer', () => {
    const { talk } = asked('ask_email', timeOut());
    talk.pass(59_000);
    expect(talk.say('?').state.at).toMatchObject({ until: noon + 119_000 });
    talk.pass(2_000);
    expect(timeOutOf(talk).messages).toEqual([]);
  });

  it('[EX5] begins anew with a file, and with the next page of a list', () => {
    const files = asked('ask_file', { several: true, ...timeOut() }).talk;
    const pages = asked(
      'buttons',
      { source: 'list', list: 'all', ...timeOut() },
      { fields: { all: { type: 'array', value: Array.from({ length: 30 }, (_, at) => `No. ${at}`) } } },
    ).talk;
    for (const talk of [files, pages]) talk.pass(10_000);
    const file = files.send({ type: 'image', url: 'https://a.example/1.png' });
    const page = pages.press('$more:2');
    for (const { state } of [file, page]) expect(state.at).toMatchObject({ until: noon + 70_000 });
    pages.pass(60_000);
    expect(seen(timeOutOf(pages))).toEqual(['$timeout']);
  });

  it.for([4, 2_592_001, 5.5, '60', null])('[EX5] seconds of %j do not end it', (seconds) => {
    expect(asked('ask_email', timeOut({ seconds })).step.state.at).not.toHaveProperty('until');
  });

  it('[EX9] waits on when the exit is gone', () => {
    const bot = (params: JsonObject) => diagramOf({ welcome: ['ask_date', { text: 'When?', ...params }] }, []);
    const talk = talkTo(bot(timeOut()));
    const { at: before } = talk.start().state;
    talk.publish(bot({}));
    talk.pass(60_000);
    const { state, messages } = timeOutOf(talk);
    const { until: _until, spent: _spent, ...waiting } = before as typeof before & { until: number; spent: object };
    expect([state.at, messages]).toEqual([waiting, []]);
    expect(seen(talk.say('?'))).toEqual(['When? (yyyy/mm/dd)']);
  });
});

describe('the exit skipped', () => {
  it.for(questions)('[EX6] %s with %j is left by a press and by the label', ([block, params]) => {
    for (const options of [{}, plain]) {
      const { talk } = asked(block, { ...params, ...skipped({ fallback: null }) }, options);
      expect(seen(talk.press('$skipped'))).toEqual(['$skipped']);
      talk.start();
      expect(seen(talk.say(' SKIP '))).toEqual(['$skipped']);
      expect(talk.fields()).toEqual({});
    }
  });

  it.for<readonly [string, JsonObject, TalkOptions, readonly string[]]>([
    ['ask_email', {}, {}, ['Well? [Skip]']],
    ['ask_email', {}, plain, ['Well? [Skip]']],
    ['ask_email', { quiet: true }, {}, [' [Skip]']],
    ['ask_yes_no', {}, {}, ['Well? [Yes|No|Skip]']],
    ['buttons', { buttons: abc }, plain, ['Well? [A|B|Skip]']],
    ['ask_rating', { max: 3 }, {}, ['Well? [1|2|3|Skip]']],
    ['ask_choices', { choices: abc }, {}, ['Well? [A|B|Skip]']],
    ['ask_choices', { choices: abc }, plain, ['Well?\n1. A\n2. B\n3. Skip']],
    ['ask_card', { cards: [{ id: 'a', title: 'A' }] }, {}, ['Well? [A|Skip]']],
    [
      'ask_card',
      { cards: [{ id: 'a', title: 'A', image: 'https://a.example/1.png' }] },
      plain,
      ['Well?', 'https://a.example/1.png [A|Skip]'],
    ],
  ])('[EX10] %s with %j and %j says %j', ([block, params, options, said]) => {
    expect(seen(asked(block, { ...params, ...skipped() }, options).step)).toEqual(said);
  });

  it.for<readonly [string, JsonObject, string, string]>([
    ['ask_number', {}, 'Well?\nSkip', '1'],
    ['ask_number', { quiet: true }, 'Skip', '1'],
    ['ask_yes_no', {}, 'Well?\n1. Yes\n2. No\n3. Skip', '3'],
  ])('[EX10] where no button can be shown, %s with %j says %j', ([block, params, said, typed]) => {
    const { talk, step } = asked(block, { ...params, ...skipped() }, { can: { buttons: { most: 0 } } });
    expect(seen(step)).toEqual([said]);
    expect(seen(talk.say(typed))).toEqual([block === 'ask_number' ? '$success' : '$skipped']);
  });

  it('[EX6] its label counts before another answer, its number after', () => {
    const more = [
      { id: 'c', label: 'Skip' },
      { id: 'd', label: '4' },
    ];
    const { talk } = asked('buttons', { buttons: [...abc, ...more], ...skipped() });
    expect(seen(talk.say('skip'))).toEqual(['$skipped']);
    talk.start();
    expect(seen(talk.say('4'))).toEqual(['$d']);
    talk.start();
    expect(seen(talk.say('5.'))).toEqual(['$skipped']);
    expect(seen(asked('ask_rating', { max: 5, ...skipped() }).talk.say('6'))).toEqual(['Well? [1|2|3|4|5|Skip]']);
  });

  it.for<readonly [JsonValue, string]>([
    ['Not @{name}', 'Not Ann'],
    ['@{nobody}', 'skipped'],
    [7, 'skipped'],
  ])('[EX6] the label %j is shown as %j', ([label, shown]) => {
    const options = { fields: { name: { type: 'string', value: 'Ann' } } } as const;
    expect(seen(asked('ask_email', skipped({ label }), options).step)).toEqual([`Well? [${shown}]`]);
  });

  it('[EX6][RN146] a press at a question before does not skip this one', () => {
    const ask = (text: string) => ['ask_email', { text, ...skipped() }] as const;
    const talk = talkTo(
      diagramOf({ welcome: ask('One?'), two: ['ask_email', { text: 'Two?' }] }, ['welcome.$skipped--two']),
    );
    talk.start();
    expect(seen(talk.press('$skipped'))).toEqual(['Two?']);
    expect(talk.press('$skipped').messages).toEqual([]);
  });
});

describe('the exit none', () => {
  const show = { conditions: [{ field: 'plan', operator: 'is_set' }] };

  it.for<readonly [string, JsonObject]>([
    ['buttons', { buttons: [{ id: 'a', label: 'A', show }] }],
    ['buttons', { source: 'list', list: 'nothing' }],
    ['ask_choices', { choices: [{ id: 'a', label: 'A', show }] }],
    ['ask_choices', { source: 'list', list: 'nothing' }],
    ['ask_card', { cards: [{ id: 'a', title: 'A', show }] }],
  ])('[EX7] %s with %j is left when there is nothing to offer', ([block, params]) => {
    for (const options of [{}, plain]) {
      const { talk, step } = asked(block, { ...params, ...none({ fallback: ['@{y}'] }) }, options);
      expect(seen(step)).toEqual(['$none']);
      expect(talk.fields()['x']).toEqual({ type: 'array', value: [null] });
      expect(seen(asked(block, params).step)).toEqual(['(param_unusable)']);
    }
  });
});

describe('a fallback', () => {
  it.for<readonly [JsonObject, JsonValue | undefined]>([
    [{}, undefined],
    [{ fallback: 'Hello @{name}' }, 'Hello Ann'],
    [{ fallback: '@{age}' }, 7],
    [{ fallback: '@{nobody}' }, undefined],
    [{ fallback: false }, false],
    [{ fallback: { a: '@{age}' } }, { a: 7 }],
  ])('[EX8] %j writes %j', ([more, value]) => {
    const fields = { name: { type: 'string', value: 'Ann' }, age: { type: 'integer', value: 7 } } as const;
    const { talk } = asked('ask_email', skipped(more), { fields });
    talk.press('$skipped');
    expect(talk.fields()['x']?.value).toEqual(value);
  });

  it('[EX8] alone sets the Field after an exit', () => {
    const { fieldsAfter } = createCatalog().byName('ask_email') ?? {};
    const exits = [
      { id: 'skipped', label: 'Skip', fallback: 0 },
      { id: 'timeout', seconds: 60 },
    ];
    const after = ['$success', '$skipped', '$timeout'].map((output) =>
      fieldsAfter?.({ destination: 'x', exits }, output),
    );
    expect(after).toEqual([['x'], ['x'], []]);
  });
});
