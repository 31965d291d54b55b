import { simulate } from '@botwright/testing';
import { gzipSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { importBots } from '../src/index.ts';
import { botpress, filesOf, flow, importFiles, node, to } from './botpress-fixture.ts';
import { blocksOf, bytesOf, connectionsOf, type Json } from './typebot-fixture.ts';

const differencesOf = ({ report }: ReturnType<typeof importFiles>): readonly string[] =>
  report.entries
    .filter(({ outcome }) => outcome !== 'carried')
    .map(({ source, outcome, code }) => `${source.path}${source.pointer} ${outcome} ${code}`);

const alone = (
  nodes: readonly Json[],
  contents: Parameters<typeof botpress>[1] = {},
  others: Parameters<typeof botpress>[2] = {},
) => importFiles(botpress({ main: flow('entry', nodes) }, contents, others));

const greeter = botpress(
  {
    main: flow('entry', [
      node('entry', { onEnter: ['say #!builtin_text-hi'], next: [to('ask')] }),
      node('ask', {
        onEnter: ['say #!builtin_text-name'],
        onReceive: ['builtin/setVariable {"type":"user","name":"nickname","value":"{{event.payload.text}}"}'],
        next: [to('known', 'user.nickname === "Ann"'), to('other.flow.json')],
      }),
      node('known', { onEnter: ['say #!builtin_text-known'], next: [to('END')] }),
    ]),
    other: flow('start', [node('start', { onEnter: ['say #!builtin_text-other'], next: [to('#')] })]),
  },
  {
    'builtin_text-hi': 'Hi!',
    'builtin_text-name': { text$en: 'Your name?', variations$en: ['Who are you?'] },
    'builtin_text-known': 'I know you, {{user.nickname}}.',
    'builtin_text-other': 'Nice to meet you, {{{user.nickname}}}.',
  },
);

describe('a bot', () => {
  it('[IB1][IB4][IB5][IB6] talks as its source does', () => {
    const { bots, report } = importFiles(greeter);
    expect([report.system, report.version, bots[0]?.key]).toEqual(['botpress', '12', 'support']);
    for (const [name, answer] of [
      ['Ann', 'I know you, Ann.'],
      ['Bob', 'Nice to meet you, Bob.'],
    ] as const) {
      const chat = simulate(bots[0]?.diagram as never);
      chat.start();
      chat.reply(name);
      expect(chat.said.at(-1)).toBe(answer);
      expect(chat.fields['nickname']).toBe(name);
    }
  });

  it('[IB4] a text before a wait is the text of the question, with its variations', () => {
    expect(Object.values(blocksOf(importFiles(greeter)))).toContainEqual([
      'var_text',
      { text: 'Your name?', variations: ['Who are you?'], destination: 'nickname' },
    ]);
  });

  it('[IB2] a .tgz is read as its files are', () => {
    const tar = tarOf(greeter);
    const result = importBots([{ path: 'support.tgz', bytes: gzipSync(tar) }]);
    expect(result.bots[0]?.diagram).toEqual(importFiles(greeter).bots[0]?.diagram);
    expect(result.report.entries.at(-1)?.source.path).toMatch(/^support\.tgz!/);
  });

  it('[IB1] several bots of a workspace are several bots', () => {
    const two = Object.fromEntries(
      ['a', 'b'].flatMap((bot) =>
        Object.entries(greeter).map(([path, json]) => [`bots/${bot}/${path}`, json] as const),
      ),
    );
    expect(importFiles(two).bots.map(({ key, number }) => [key, number])).toEqual([
      ['support', 1],
      ['support-2', 2],
    ]);
  });

  it('[IB9] the end leads to the flow of ends, and silence to the one of time-outs', () => {
    const result = importFiles({
      ...greeter,
      'flows/conversation_end.flow.json': flow('bye', [node('bye', { onEnter: ['say #!builtin_text-hi'] })]),
    });
    const chat = simulate(result.bots[0]?.diagram as never);
    chat.start();
    chat.reply('Ann');
    expect(chat.said.slice(-2)).toEqual(['I know you, Ann.', 'Hi!']);
  });
});

describe('conditions', () => {
  it.for<readonly [condition: string, value: Json]>([
    ['user.age !== undefined', { field: 'age', operator: 'is_set' }],
    ['temp.total > 3', { formula: 'double(("total" in fields ? fields["total"] : "")) > 3.0' }],
    ["temp['the name'] === 'Ann'", { formula: 'string(("the name" in fields ? fields["the name"] : "")) == "Ann"' }],
    ['session.slots.city.value', { formula: '"city" in fields && !(string(fields["city"]) in ["", "0", "false"])' }],
    [
      '!temp.valid && user.age',
      {
        formula:
          '!("valid" in fields && !(string(fields["valid"]) in ["", "0", "false"])) && ("age" in fields && !(string(fields["age"]) in ["", "0", "false"]))',
      },
    ],
    ['event.state.user.name.length > 2', { formula: 'double(size(("name" in fields ? fields["name"] : ""))) > 2.0' }],
  ])('[IB6] %s', ([condition, expected]) => {
    const result = alone([node('entry', { next: [to('a', condition), to('b')] }), node('a'), node('b')]);
    const found = Object.values(blocksOf(result)).find(([template]) => template === 'conditions');
    expect(found).toEqual(['conditions', { match: 'all', conditions: [expected] }]);
  });

  it('[IB6] code without a form never holds, and is reported', () => {
    const result = alone([node('entry', { next: [to('a', 'fetch("https://example.com")')] }), node('a')]);
    expect(differencesOf(result)).toEqual(['flows/main.flow.json/nodes/0/next/0 lost condition-formula']);
  });
});

describe('skills', () => {
  const withSkill = (
    skill: string,
    skillData: Json,
    next: readonly Json[],
    contents: Parameters<typeof botpress>[1],
    others = {},
  ) =>
    importFiles(
      botpress(
        {
          main: flow('entry', [
            node('entry', { onEnter: ['say #!builtin_text-hi'], next: [to('skill')] }),
            node('skill', { type: 'skill-call', skill, flow: 'skills/s.flow.json', next }),
            node('yes', { onEnter: ['say #!builtin_text-yes'] }),
            node('no', { onEnter: ['say #!builtin_text-no'] }),
          ]),
          'skills/s': flow('entry', [node('entry')], { skillData }),
        },
        { 'builtin_text-hi': 'Hi!', 'builtin_text-yes': 'Yes.', 'builtin_text-no': 'No.', ...contents },
        others,
      ),
    );
  const choices = {
    'builtin_single-choice-c': {
      text$en: 'Go on?',
      choices$en: [
        { title: 'Of course', value: 'yes' },
        { title: 'Never', value: 'no' },
      ],
    },
  };

  it('[IB7] a choice offers buttons, with its words', () => {
    const result = withSkill(
      'choice',
      {
        contentId: 'builtin_single-choice-c',
        keywords: { yes: ['sure', 'Of course'], no: [] },
        config: { nbMaxRetries: 2 },
      },
      [to('yes', 'temp[\'skill-choice-ret\'] == "yes"'), to('no')],
      choices,
    );
    const chat = simulate(result.bots[0]?.diagram as never);
    chat.start();
    chat.reply('sure');
    expect(chat.said.at(-1)).toBe('Yes.');
    expect(connectionsOf(result)).toEqual(
      expect.arrayContaining([expect.stringMatching(/\$yes--/), expect.stringMatching(/\$no--/)]),
    );
  });

  it('[IB7] a slot is asked for once', () => {
    const result = withSkill(
      'Slot',
      { slotName: 'mail', entities: ['email'], contentElement: 'builtin_text-ask', notFoundElement: 'builtin_text-no' },
      [
        to('yes', 'temp.extracted == "true"'),
        to('no', 'temp.notExtracted == "true"'),
        to('yes', 'temp.alreadyExtracted == "true"'),
      ],
      { 'builtin_text-ask': 'Your mail?' },
    );
    expect(Object.values(blocksOf(result))).toContainEqual([
      'var_email',
      expect.objectContaining({ text: 'Your mail?', destination: 'mail', errorText: 'No.' }),
    ]);
    expect(Object.values(blocksOf(result))).toContainEqual([
      'conditions',
      { match: 'all', conditions: [{ field: 'mail', operator: 'is_set' }] },
    ]);
  });

  it('[IB7] a request is a webhook that saves what texts name', () => {
    const result = withSkill(
      'CallAPI',
      {
        url: 'https://example.com/{{user.id_}}',
        method: 'post',
        body: '{"a":"{{user.a}}"}',
        headers: { Accept: 'text/plain' },
        memory: 'temp',
        variable: 'answer',
      },
      [to('yes', 'temp.valid'), to('no', '!temp.valid')],
      { 'builtin_text-yes': 'It is {{temp.answer.body.list.0.name}}.' },
    );
    expect(Object.values(blocksOf(result))).toContainEqual([
      'webhook',
      {
        url: 'https://example.com/@{id_}',
        method: 'POST',
        headers: [{ name: 'Accept', value: 'text/plain' }],
        body: '{"a":"@{a}"}',
        destination: 'answer_body',
        saves: [{ path: '/list/0/name', destination: 'answer_body_list_0_name' }],
      },
    ]);
  });

  it('[IB7] e-mail and a person', () => {
    const mail = withSkill(
      'SendEmail',
      { toAddress: 'a@example.com', subjectElement: 'builtin_text-hi', contentElement: 'builtin_text-yes' },
      [to('yes', 'temp.success'), to('no', '!temp.success')],
      {},
    );
    expect(mail.bots[0]?.needs).toContainEqual(expect.objectContaining({ kind: 'mailer' }));
    const person = withSkill('HitlNext', {}, [to('yes')], {});
    expect(Object.values(blocksOf(person)).map(([template]) => template)).toContain('human');
  });
});

describe('contents and actions', () => {
  const saying = (id: string, data: { readonly [name: string]: Json }) =>
    Object.values(
      blocksOf(
        alone([node('entry', { onEnter: ['say #!builtin_text-hi', `say #!${id}`] })], {
          'builtin_text-hi': 'Hi!',
          [id]: data,
        }),
      ),
    ).slice(1);

  it('[IB4] texts with marks, pictures, files and cards', () => {
    expect(saying('builtin_text-a', { text$en: 'So __big__ and _small_', markdown$en: true })).toEqual([
      ['chat', { text: 'So **big** and *small*', format: 'markdown' }],
    ]);
    expect(saying('builtin_image-a', { image$en: 'https://example.com/a.png', title$en: 'A' })).toEqual([
      ['media', { url: 'https://example.com/a.png', media_type: 'image', caption: 'A' }],
    ]);
    expect(saying('builtin_image-a', { image$en: '/api/v1/media/a.png', title$en: 'A' })).toEqual([
      ['chat', { text: 'A' }],
    ]);
    expect(
      saying('builtin_card-a', {
        title$en: 'Boat',
        subtitle$en: 'Red',
        actions$en: [{ title: 'See', action: 'Open URL', url: 'https://example.com' }],
      }),
    ).toEqual([
      ['chat', { text: 'Boat\nRed' }],
      ['open_url', { url: 'https://example.com', text: 'See' }],
    ]);
  });

  it('[IB4] buttons of a content are offered where the node waits', () => {
    const result = alone(
      [
        node('entry', {
          onEnter: ['say #!builtin_single-choice-c'],
          onReceive: [],
          next: [to('a', 'event.payload.text === "x"'), to('b')],
        }),
        node('a', { onEnter: ['say #!builtin_text-a'] }),
        node('b', { onEnter: ['say #!builtin_text-b'] }),
      ],
      {
        'builtin_single-choice-c': {
          text$en: 'Which?',
          choices$en: [
            { title: 'X', value: 'x' },
            { title: 'Y', value: 'y' },
          ],
        },
        'builtin_text-a': 'A',
        'builtin_text-b': 'B',
      },
    );
    const chat = simulate(result.bots[0]?.diagram as never);
    chat.start();
    chat.press('X');
    expect(chat.said.at(-1)).toBe('A');
  });

  it('[IB3] actions of the source set Fields and wait; other code is kept', () => {
    const result = alone(
      [
        node('entry', {
          onEnter: [
            'builtin/setVariable {"type":"temp","name":"a","value":"1"}',
            'builtin/setVariable {"type":"temp","name":"a","value":"null"}',
            'builtin/wait {"delay":2000}',
            'lookUp {"city":"{{user.city}}"}',
            'module/unknown',
          ],
        }),
      ],
      {},
      { 'actions/lookUp.js': 'return fetch(args.city)' },
    );
    expect(Object.values(blocksOf(result)).slice(1)).toEqual([
      ['set_field', { field: 'a', action: 'SET', value: '1' }],
      ['set_field', { field: 'a', action: 'UNSET' }],
      ['wait', { seconds: 2, typing: true }],
      ['code', { source: '// lookUp {"city":"{{user.city}}"}\nreturn fetch(args.city)' }],
    ]);
    expect(differencesOf(result)).toEqual([
      'flows/main.flow.json/nodes/0/onEnter/3 lost code-not-translated',
      'flows/main.flow.json/nodes/0/onEnter/4 lost integration-unknown',
    ]);
  });
});

/** An archive of the files, in the form of POSIX. */
function tarOf(files: { readonly [path: string]: Json }): Uint8Array {
  const parts = filesOf(files).map(({ path, bytes }) => {
    const header = new Uint8Array(512);
    const write = (text: string, at: number): void => header.set(strToU8(text), at);
    write(`./${path}`, 0);
    write(bytes.length.toString(8).padStart(11, '0'), 124);
    write('0', 156);
    write('ustar', 257);
    header.fill(0x20, 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [...header, ...bytes, ...new Uint8Array((512 - (bytes.length % 512)) % 512)];
  });
  return Uint8Array.from([...parts.flat(), ...new Uint8Array(1024)]);
}

it('[IB2] hostile archives are refused in one line', () => {
  const messageOf = (bytes: Uint8Array): string => {
    try {
      importBots([{ path: 'a.tgz', bytes }]);
      return 'imported';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const zeros = (size: number) => new Uint8Array(size).fill(0x20);
  expect(messageOf(gzipSync(zeros(10 * 1_048_576)))).toBe('a.tgz inflates to more than 100 times its size.');
  expect(messageOf(gzipSync(tarOf(greeter)).slice(0, 100))).toBe('a.tgz is not a readable archive.');
  expect(messageOf(gzipSync(zeros(2_000)))).toBe('a.tgz is not a readable archive.');
  const header = tarOf({ 'a.json': 'x' }).slice(0, 512);
  expect(messageOf(gzipSync(header))).toBe('a.tgz is not a readable archive.');
  const many = Uint8Array.from(Array.from({ length: 5_001 }, () => [...tarOf({ a: '' }).slice(0, 512)]).flat());
  expect(messageOf(gzipSync(many, { level: 0 }))).toBe('a.tgz has more than 5,000 entries.');
  expect(messageOf(bytesOf('x'))).toBe('a.tgz does not hold a bot of a known system.');
});

describe('sentences', () => {
  const shop = (others: Parameters<typeof botpress>[2] = {}) =>
    importFiles(
      botpress(
        {
          main: flow('entry', [
            node('entry', {
              onEnter: ['say #!builtin_text-hi'],
              onReceive: [],
              next: [to('buy', "event.nlu.intent.name === 'buy'"), to('bye')],
            }),
            node('buy', { onEnter: ['say #!builtin_text-buy'] }),
            node('bye', { onEnter: ['say #!builtin_text-bye'] }),
          ]),
        },
        { 'builtin_text-hi': 'What do you want?', 'builtin_text-buy': 'We sell.', 'builtin_text-bye': 'Bye.' },
        {
          'intents/buy.json': {
            name: 'buy',
            utterances: { en: ['I want to buy a [boat](thing)'] },
            slots: [{ name: 'thing' }],
          },
          ...others,
        },
      ),
    );

  it('[IB8] a slot that nothing asks for is lost, with a hint', () => {
    const result = importFiles(
      botpress(
        {
          main: flow('entry', [
            node('entry', { onReceive: [], next: [to('buy', "event.nlu.intent.name === 'buy'")] }),
            node('buy', { onEnter: ['say #!builtin_text-buy'] }),
          ]),
        },
        { 'builtin_text-buy': 'You want a {{session.slots.thing.value}}.' },
        {
          'intents/buy.json': { name: 'buy', utterances: { en: ['buy a [boat](thing)'] }, slots: [{ name: 'thing' }] },
        },
      ),
    );
    expect(result.report.entries.filter(({ code }) => code === 'entity-asked')).toMatchObject([
      { outcome: 'lost', hint: 'Ask for it by a question that writes the Field “thing”.' },
    ]);
  });

  it('[IB8] are understood by the words of the utterances', () => {
    const result = shop();
    for (const [sentence, answer] of [
      ['I would like to buy a boat', 'We sell.'],
      ['Nothing', 'Bye.'],
    ] as const) {
      const chat = simulate(result.bots[0]?.diagram as never);
      chat.start();
      chat.reply(sentence);
      expect(chat.said.at(-1)).toBe(answer);
    }
    expect(differencesOf(result)).toEqual(['flows/main.flow.json/nodes/0 changed intent-by-phrases']);
  });

  it('[IB8] a later node reads the intent from a Field', () => {
    const result = importFiles(
      botpress(
        {
          main: flow('entry', [
            node('entry', { onEnter: ['say #!builtin_text-hi'], onReceive: [], next: [to('later')] }),
            node('later', { next: [to('buy', "event.nlu.intent.is('buy')"), to('bye')] }),
            node('buy', { onEnter: ['say #!builtin_text-buy'] }),
            node('bye', { onEnter: ['say #!builtin_text-bye'] }),
          ]),
        },
        { 'builtin_text-hi': 'Hi!', 'builtin_text-buy': 'We sell.', 'builtin_text-bye': 'Bye.' },
        { 'intents/buy.json': { name: 'buy', utterances: { en: ['buy a boat'] } } },
      ),
    );
    const chat = simulate(result.bots[0]?.diagram as never);
    chat.start();
    chat.reply('buy a boat');
    expect([chat.said.at(-1), chat.fields['last_intent']]).toEqual(['We sell.', 'buy']);
  });

  it('[IB8] a sentence of no intent is the intent “none”, also where the node acts on what it gets', () => {
    const result = importFiles(
      botpress(
        {
          main: flow('entry', [
            node('entry', {
              onEnter: ['say #!builtin_text-hi'],
              onReceive: ['builtin/setVariable {"type":"temp","name":"seen","value":"yes"}'],
              next: [to('bye', "event.nlu.intent.name === 'none'"), to('buy', "event.nlu.intent.name === 'buy'")],
            }),
            node('buy', { onEnter: ['say #!builtin_text-buy'] }),
            node('bye', { onEnter: ['say #!builtin_text-bye'] }),
          ]),
        },
        { 'builtin_text-hi': 'Hi!', 'builtin_text-buy': 'We sell.', 'builtin_text-bye': 'Bye.' },
        { 'intents/buy.json': { name: 'buy', utterances: { en: ['buy a boat'] } } },
      ),
    );
    for (const [sentence, answer] of [
      ['a boat to buy', 'We sell.'],
      ['Nothing', 'Bye.'],
    ] as const) {
      const chat = simulate(result.bots[0]?.diagram as never);
      chat.start();
      chat.reply(sentence);
      expect([chat.said.at(-1), chat.fields['seen']]).toEqual([answer, 'yes']);
    }
  });

  it('[IB10] questions are answered at any time, and by similar words at the end', () => {
    const result = shop({
      'qna/open.json': {
        id: 'abcdefghij_open',
        data: { questions: { en: ['When are you open?'] }, answers: { en: ['Always.'] }, enabled: true },
      },
    });
    const chat = simulate(result.bots[0]?.diagram as never);
    chat.start();
    chat.reply('when are you open?');
    expect(chat.said).toContain('Always.');
    chat.reply('Nothing');
    expect(chat.said.at(-1)).toBe('Bye.');
    chat.reply('are you open when?');
    expect(chat.said.at(-1)).toBe('Always.');
  });

  it('[IB7][IB9] a choice leaves by its failure, and silence by the node of time-outs', () => {
    const result = importFiles(
      botpress(
        {
          main: flow('entry', [
            node('entry', { onEnter: ['say #!builtin_text-hi'], next: [to('skill')] }),
            node('skill', { type: 'skill-call', skill: 'choice', flow: 'skills/s.flow.json', next: [to('failed')] }),
            node('failed', { onEnter: ['say #!builtin_text-bye'] }),
            node('timeout', { onEnter: ['say #!builtin_text-buy'] }),
          ]),
          'skills/s': flow('entry', [node('entry')], {
            skillData: { keywords: { yes: [] }, config: { nbMaxRetries: 1 } },
          }),
        },
        { 'builtin_text-hi': 'Hi!', 'builtin_text-bye': 'Bye.', 'builtin_text-buy': 'Still there?' },
      ),
    );
    const exits = Object.values(blocksOf(result)).find(([template]) => template === 'buttons')?.[1];
    expect(exits).toMatchObject({
      exits: [
        { id: 'invalid', attempts: 2 },
        { id: 'timeout', seconds: 120 },
      ],
    });
    const chat = simulate(result.bots[0]?.diagram as never);
    chat.start();
    chat.reply('what');
    chat.reply('no idea');
    expect(chat.said.at(-1)).toBe('Bye.');
  });
});
