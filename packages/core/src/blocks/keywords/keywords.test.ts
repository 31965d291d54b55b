import { describe, expect, it } from 'vitest';
import { greeted, placesOf } from '../../../test/check-fixture.ts';
import { node } from '../../../test/diagram-fixture.ts';
import { type BlockSketch, diagramOf } from '../../../test/runner/diagram-of.ts';
import { seen, type TalkOptions, talkTo } from '../../../test/runner/talk.ts';
import { readConversationState } from '../../domain/conversation/conversation-state.ts';
import { prepareBot } from '../../domain/conversation/prepared-bot.ts';
import type { JsonObject, JsonValue } from '../../domain/json/json-value.ts';
import { conversationRunner } from '../../runner/conversation-runner.ts';

const say = (text: string): BlockSketch => ['send_text', { text }];
const help = { id: 'help', texts: ['Help', 'SOS'] };

/** Asks for an email, then says it; the word "help" is explained, and perhaps comes back. */
function mailBot(keywords: JsonObject, more: Readonly<Record<string, BlockSketch>> = {}, ask = 'ask_email') {
  return diagramOf(
    {
      welcome: [ask, { text: 'Mail?', errorText: 'No.', destination: 'mail' }],
      thanks: say('Thanks @{mail}'),
      words: ['keywords', { words: [help], ...keywords }],
      explain: say('We write to you.'),
      ...more,
    },
    ['welcome.$success--thanks', 'words.$help--explain'],
  );
}

const talkAbout = (keywords: JsonObject, options?: TalkOptions) => talkTo(mailBot(keywords), options);

describe('keywords', () => {
  it.for(['help', ' HELP ', 'ｈｅｌｐ', 'sos', 'He\u200blp'])(
    '[KW1][KW6][KW11] hears %j before the question',
    (text) => {
      const talk = talkAbout({});
      talk.start();
      const step = talk.say(text);
      expect([seen(step), step.state.at]).toEqual([['We write to you.'], { kind: 'ended', reason: 'dead_end' }]);
    },
  );

  it.for<readonly [string | undefined, string, boolean]>([
    [undefined, 'help me', false],
    ['starts_with', 'help me', true],
    ['starts_with', 'please help', false],
    ['contains', 'please HELP me', true],
    ['contains', 'hel', false],
    ['contains', `${' x'.repeat(499)} help`, false],
    ['contains', `${' x'.repeat(498)}help`, true],
  ])('[KW1][KW11] with the match %s, %j is heard: %s', ([match, text, isHeard]) => {
    const talk = talkAbout({ words: [{ ...help, ...(match !== undefined && { match }) }] });
    talk.start();
    expect(seen(talk.say(text))).toEqual([isHeard ? 'We write to you.' : 'No.']);
  });

  it('[KW6] hears no pressed button and no file', () => {
    const talk = talkAbout({});
    talk.start();
    expect(seen(talk.take({ kind: 'message', message: { type: 'text', text: 'help', payload: 'x' } }))).toEqual([
      'No.',
    ]);
    expect(seen(talk.send({ type: 'image', url: 'https://example.org/help', caption: 'help' }))).toEqual(['No.']);
  });

  it('[KW6] takes the first words in diagram order, before a button with the same label', () => {
    const other = { words: [{ id: 'other', texts: ['menu'], match: 'contains' }] };
    const talk = talkTo(
      diagramOf(
        {
          welcome: ['buttons', { text: 'Which?', buttons: [{ id: 'a', label: 'Menu' }] }],
          one: ['keywords', { words: [{ id: 'menu', texts: ['menu'] }] }],
          two: ['keywords', other],
          menu: say('The menu.'),
          other: say('Another menu.'),
        },
        ['one.$menu--menu', 'two.$other--other'],
      ),
    );
    talk.start();
    expect(seen(talk.say('menu'))).toEqual(['The menu.']);
    talk.start();
    expect(seen(talk.say('my menu'))).toEqual(['Another menu.']);
    talk.start();
    expect(talk.press('$a').state.at.kind).toBe('ended');
  });

  it('[KW9] leaves all calls, so that a dead end ends the conversation', () => {
    const talk = talkTo(
      diagramOf(
        {
          welcome: ['bot_link', { bot: 7, mode: 'call', node: 'part' }],
          after: say('after'),
          part: ['ask_name', { text: 'Name?' }],
          words: ['keywords', { words: [help] }],
          explain: say('We write to you.'),
        },
        ['welcome.$success--after', 'words.$help--explain'],
      ),
    );
    talk.start();
    const step = talk.say('help');
    expect([seen(step), step.state]).toEqual([['We write to you.'], expect.not.objectContaining({ stack: [] })]);
    expect(step.state.at).toEqual({ kind: 'ended', reason: 'dead_end' });
  });

  it('[KW10] comes back to the question, and takes its answer', () => {
    const talk = talkAbout({ afterwards: 'come_back' });
    talk.start();
    expect(seen(talk.say('help'))).toEqual(['We write to you.', 'Mail?']);
    expect(talk.state()).not.toHaveProperty('stack');
    expect(seen(talk.say('ada@example.org'))).toEqual(['Thanks ada@example.org']);
  });

  /** The explanation asks a question itself. */
  const asking = () =>
    talkTo(
      diagramOf(
        {
          welcome: ['ask_email', { text: 'Mail?' }],
          words: ['keywords', { words: [help], afterwards: 'come_back' }],
          explain: ['ask_yes_no', { text: 'Clear?' }],
          back: ['go_back'],
        },
        ['words.$help--explain', 'explain.$yes--back'],
      ),
    );

  it('[KW10] comes back when its part has asked, too', () => {
    const talk = asking();
    talk.start();
    const step = talk.say('help');
    expect(step.state.stack).toEqual([{ bot: 7, node: 'welcome', template: 'var_email', again: true }]);
    expect(readConversationState(JSON.parse(JSON.stringify(step.state)))).toEqual(step.state);
    expect(seen(talk.press('$yes'))).toEqual(['Mail?']);
  });

  describe('[KW21] a question without words', () => {
    const quiet = (before: Readonly<Record<string, BlockSketch>>, connections: readonly string[], params = {}) =>
      talkTo(
        diagramOf(
          {
            ...before,
            ask: ['ask_email', { quiet: true, errorText: 'No.', ...params }],
            words: ['keywords', { words: [help], afterwards: 'come_back' }],
            explain: ['send_text', { text: 'We write to you.' }],
          },
          [...connections, 'words.$help--explain'],
        ),
      );

    it('has the text before it again', () => {
      const talk = quiet({ welcome: ['opening', { text: '**Mail**?', format: 'markdown' }] }, [
        'welcome.$success--ask',
      ]);
      const [question] = talk.start().messages;
      for (const before of ['', 'x', '']) {
        if (before !== '') expect(seen(talk.say(before))).toEqual(['No.']);
        const step = talk.say('help');
        expect(step.messages).toEqual([{ type: 'text', body: 'We write to you.' }, question]);
        expect(readConversationState(JSON.parse(JSON.stringify(step.state)))).toEqual(step.state);
      }
    });

    it('has it also behind a wait', () => {
      const blocks = { welcome: ['opening', { text: 'Mail?' }], wait: ['wait', { seconds: 1 }] } as const;
      const talk = quiet(blocks, ['welcome.$success--wait', 'wait.$success--ask']);
      talk.start();
      talk.pass(1_000);
      talk.take({ kind: 'timeout', turn: 1 });
      expect(seen(talk.say('help'))).toEqual(['We write to you.', 'Mail?']);
    });

    it('has no text of a question before', () => {
      const blocks = { welcome: ['ask_name', { text: 'Name?' }] } as const;
      const talk = quiet(blocks, ['welcome.$success--ask']);
      talk.start();
      expect(talk.state()).toHaveProperty('said', { type: 'text', body: 'Name?' });
      expect(seen(talk.say('Ann'))).toEqual([]);
      expect(seen(talk.say('help'))).toEqual(['We write to you.']);
    });
  });

  it('[KW10] words that come again and again take no more calls', () => {
    const talk = asking();
    talk.start();
    for (let times = 0; times < 30; times += 1) expect(seen(talk.say('help'))).toEqual(['Clear? [Yes|No]']);
    expect(talk.state().stack).toHaveLength(2);
    expect(seen(talk.press('$yes'))).toEqual(['Clear? [Yes|No]']);
    expect(seen(talk.press('$yes'))).toEqual(['Mail?']);
  });

  it('[KW10] a block that is gone cannot be come back to', () => {
    const talk = asking();
    talk.start();
    talk.say('help');
    talk.publish(diagramOf({ explain: ['ask_yes_no', { text: 'Clear?' }], back: ['go_back'] }, ['explain.$yes--back']));
    expect(seen(talk.press('$yes'))).toEqual(['(call_lost)']);
  });

  it.for(['leave', 'come_back'])(
    '[KW7][KW9] before and after the conversation it begins there, with %s',
    (afterwards) => {
      const talk = talkAbout({ afterwards });
      expect(seen(talk.say('help'))).toEqual(['We write to you.']);
      expect(talk.state().at).toEqual({ kind: 'ended', reason: 'dead_end' });
      expect(seen(talk.say('help'))).toEqual(['We write to you.']);
      expect(seen(talk.say('hello'))).toEqual(['Mail?']);
    },
  );

  it('[KW7] words that count when idle are read as an answer during the conversation', () => {
    const talk = talkAbout({ active: 'idle' });
    expect(seen(talk.say('help'))).toEqual(['We write to you.']);
    talk.start();
    expect(seen(talk.say('help'))).toEqual(['No.']);
  });

  it('[KW7] a block that is gone makes a conversation idle', () => {
    const talk = talkAbout({ active: 'idle' });
    talk.start();
    talk.publish(mailBot({ active: 'idle' }, { welcome: ['ask_name', { text: 'Name?' }] }));
    expect(seen(talk.say('help'))).toEqual(['We write to you.']);
  });

  it('[KW7] hears nothing while an effect is awaited', () => {
    const talk = talkTo(mailBot({}, { welcome: ['webhook', { url: 'https://example.org' }] }));
    talk.start();
    const before = talk.state();
    expect(talk.say('help').state).toEqual(before);
  });

  it('[KW7] hears nothing while a wait holds messages, and hears before a wait is left by a message', () => {
    const waiting = (exits: JsonValue) => {
      const talk = talkTo(mailBot({}, { welcome: ['wait', { seconds: 60, ...(exits && { exits }) }] }));
      talk.start();
      return seen(talk.say('help'));
    };
    expect(waiting(null)).toEqual([]);
    expect(waiting([{ id: 'interrupted' }])).toEqual(['We write to you.']);
  });

  it('[KW7] hears nothing while a person has the conversation', () => {
    const talk = talkAbout({});
    talk.start();
    talk.take({ kind: 'taken_over' });
    expect(seen(talk.say('help'))).toEqual([]);
  });

  it('[KW7] hears nothing while feedback is asked', () => {
    const feedback = {
      enabled: true,
      question: 'Well?',
      positiveLabel: 'Good',
      negativeLabel: 'Help',
      commentQuestion: '',
      thanks: 'Thanks',
    };
    const talk = talkAbout({}, { feedback });
    talk.start();
    talk.say('ada@example.org');
    expect(seen(talk.say('help'))).toEqual(['Thanks']);
  });

  it.for<readonly [string, boolean]>([
    ['ask_question', false],
    ['ask_name', false],
    ['ask_email', true],
  ])('[KW8] words inside a text, while %s waits, are heard: %s', ([ask, isHeard]) => {
    const talk = talkTo(mailBot({ words: [{ ...help, match: 'contains' }] }, {}, ask));
    talk.start();
    const said = 'help me';
    expect(seen(talk.say(said))).toEqual([isHeard ? 'We write to you.' : `Thanks ${said}`]);
  });

  it('[KW9] an output without a connection ends the conversation, or comes back', () => {
    const words = [{ id: 'stop', texts: ['stop'] }];
    const leaving = talkAbout({ words });
    leaving.start();
    expect(leaving.say('stop').state.at).toEqual({ kind: 'ended', reason: 'dead_end' });
    const comingBack = talkAbout({ words, afterwards: 'come_back' });
    comingBack.start();
    expect(seen(comingBack.say('stop'))).toEqual(['Mail?']);
  });

  it('[KW2] a start at the block does nothing', () => {
    expect(talkAbout({}).start('words').state.at).toEqual({ kind: 'ended', reason: 'dead_end' });
  });

  it.for<readonly [string, JsonValue]>([
    ['no list', 'help'],
    ['no entries', [5, null, {}]],
    ['faulty texts', [{ id: 'help', texts: ['', 5, 'x'.repeat(101), ' '] }]],
    ['no texts', [{ id: 'help', texts: 'help' }]],
    ['an unknown match', [{ id: 'help', texts: ['help'], match: 'like' }]],
    ['too many texts', [{ id: 'help', texts: [...Array(20).fill('x'), 'help'] }]],
    ['too many entries', [...Array(50).fill({ id: 'x', texts: ['x'] }), help]],
  ])('[KW5] hears nothing of %s', ([, words]) => {
    const talk = talkAbout({ words });
    talk.start();
    for (const text of ['help', '', 'x'.repeat(101)]) expect(seen(talk.say(text))).toEqual(['No.']);
  });

  it('[KW5] hears nothing of an eleventh block', () => {
    const blocks = Array.from({ length: 11 }, (_, at): [string, BlockSketch] => [
      `k${at + 1}`,
      ['keywords', { words: [{ id: 'x', texts: [`word ${at + 1}`] }] }],
    ]);
    const ends = blocks.map(([id]) => `${id}.$x--end`);
    const welcome: BlockSketch = ['ask_email', { text: 'Mail?' }];
    const talk = talkTo(diagramOf({ welcome, end: say('end'), ...Object.fromEntries(blocks) }, ends));
    talk.start();
    expect(seen(talk.say('word 11'))).toEqual(['Mail?']);
    expect(seen(talk.say('word 10'))).toEqual(['end']);
  });

  it('[KW13] reads the blocks of a version once, and charges each comparison', () => {
    const diagram = mailBot({ words: [{ id: 'help', texts: ['help'], match: 'contains' }] });
    let reads = 0;
    const bot = prepareBot({ number: 7, channelFamily: 'native', diagram });
    const counted = {
      ...bot,
      get nodeIds() {
        reads += 1;
        return bot.nodeIds;
      },
    };
    const runner = conversationRunner();
    const state = { version: 1, conversation: 'c', bot: 7, turn: 0, at: { kind: 'new' } } as const;
    const hello = { kind: 'message', message: { type: 'text', text: 'hello' } } as const;
    const bounds = { work: 250, fields: { maxFields: 10, fieldBytes: 100, totalBytes: 100 } } as never;
    for (let times = 0; times < 3; times += 1) runner.step(counted, state, hello, { now: 0, fields: {} });
    expect(reads).toBe(1);
    const long = { kind: 'message', message: { type: 'text', text: 'x'.repeat(300) } } as const;
    expect(runner.step(bot, state, long, { now: 0, fields: {}, bounds }).messages).toMatchObject([
      { code: 'step_too_large' },
    ]);
  });

  describe('[KW12] words that a page offers', () => {
    const runner = conversationRunner();
    const words = [
      { ...help, shown: true },
      { id: 'menu', texts: ['Menu'], match: 'contains', shown: true },
      { id: 'secret', texts: ['Secret'] },
    ];
    const wordsOf = (talk: ReturnType<typeof talkTo>, keywords: JsonObject, ask?: string) =>
      runner.quickWords?.(
        prepareBot({ number: 7, channelFamily: 'native', diagram: mailBot(keywords, {}, ask) }),
        talk.state(),
      );

    it('are the first texts of the entries that say so', () => {
      const talk = talkAbout({ words });
      expect(wordsOf(talk, { words })).toEqual(['Help', 'Menu']);
      talk.start();
      expect(wordsOf(talk, { words })).toEqual(['Help', 'Menu']);
      expect(wordsOf(talk, { words, active: 'idle' })).toEqual([]);
    });

    it('are heard at this moment', () => {
      const talk = talkTo(mailBot({ words }, {}, 'ask_name'));
      talk.start();
      expect(wordsOf(talk, { words }, 'ask_name')).toEqual(['Help']);
      talk.take({ kind: 'taken_over' });
      expect(wordsOf(talk, { words })).toEqual([]);
    });

    it('are at most 20', () => {
      const many = Array.from({ length: 30 }, (_, at) => ({ id: `w${at}`, texts: [`w${at}`], shown: true }));
      expect(wordsOf(talkAbout({}), { words: many })).toHaveLength(20);
    });
  });
});

describe('the rules of keywords', () => {
  const of = (words: JsonValue, more: JsonObject = {}) =>
    placesOf(greeted([node('a', 'keywords', { words, ...more })]));
  const at = (path: string) => `/nodes/a/params/words${path}`;

  it.for<readonly [string, JsonValue, string]>([
    ['no entry', [], `param_min_items ${at('')}`],
    [
      '51 entries',
      Array.from({ length: 51 }, (_, nth) => ({ id: `w${nth}`, texts: [`w${nth}`] })),
      `param_max_items ${at('')}`,
    ],
    ['a text as entry', ['help'], `param_type ${at('/0')}`],
    ['no id', [{ texts: ['help'] }], `param_required ${at('/0')}`],
    ['no texts', [{ id: 'a' }], `param_required ${at('/0')}`],
    ['a text in place of texts', [{ id: 'a', texts: 'help' }], `param_type ${at('/0/texts')}`],
    ['an empty list of texts', [{ id: 'a', texts: [] }], `param_min_items ${at('/0/texts')}`],
    [
      '21 texts',
      [{ id: 'a', texts: Array.from({ length: 21 }, (_, nth) => `w${nth}`) }],
      `param_max_items ${at('/0/texts')}`,
    ],
    ['a number as text', [{ id: 'a', texts: ['x', 5] }], `param_type ${at('/0/texts/1')}`],
    ['a blank text', [{ id: 'a', texts: [' '] }], `param_non_empty ${at('/0/texts/0')}`],
    ['a long text', [{ id: 'a', texts: ['x'.repeat(101)] }], `param_max_length ${at('/0/texts/0')}`],
    ['an unknown match', [{ id: 'a', texts: ['x'], match: 'like' }], `param_enum ${at('/0/match')}`],
    ['a text as shown', [{ id: 'a', texts: ['x'], shown: 'yes' }], `param_type ${at('/0/shown')}`],
    [
      'one text in two entries',
      [
        { id: 'a', texts: ['x'] },
        { id: 'b', texts: ['y', ' X '] },
      ],
      `keyword_taken ${at('/1/texts/1')}`,
    ],
  ])('[KW3] %s breaks a rule', ([, words, place]) => {
    expect(of(words)).toEqual([place]);
  });

  it.for<readonly [string, JsonValue]>([
    ['100 characters of two units each', [{ id: 'a', texts: ['🙂'.repeat(100)] }]],
    ['one text twice in one entry', [{ id: 'a', texts: ['x', 'X'] }]],
    [
      'one text with other matches',
      [
        { id: 'a', texts: ['x'] },
        { id: 'b', texts: ['x'], match: 'contains' },
      ],
    ],
  ])('[KW3] %s breaks none', ([, words]) => {
    expect(of(words)).toEqual([]);
  });

  it('[KW3] a text in two blocks is taken', () => {
    const words = [{ id: 'x', texts: ['help'] }];
    const diagram = greeted([node('a', 'keywords', { words }), node('b', 'keywords', { words })]);
    expect(placesOf(diagram)).toEqual(['keyword_taken /nodes/b/params/words/0/texts/0']);
  });

  it('[KW4] ten blocks are enough', () => {
    const blocks = Array.from({ length: 12 }, (_, nth) =>
      node(`k${nth + 1}`, 'keywords', { words: [{ id: 'x', texts: [`w${nth}`] }] }),
    );
    expect(placesOf(greeted(blocks))).toEqual(['keywords_too_many /nodes/k11', 'keywords_too_many /nodes/k12']);
  });

  it('[KW2] no connection ends at it, whatever it says, and no jump', () => {
    const words = [{ id: 'x', texts: ['help'] }];
    const to = (isTarget: boolean | undefined) => {
      const { isTarget: _, ...block } = node('a', 'keywords', { words });
      const entry = { ...block, ...(isTarget !== undefined && { isTarget }) };
      return placesOf(greeted([entry], [['welcome', '$success', 'a']]));
    };
    const place = 'target_not_allowed /connections/welcome.$success--a/targetPath';
    expect([to(true), to(false), to(undefined)]).toEqual([[place], [place], [place]]);
    const jump = node('j', 'bot_link', { bot: 7, node: 'a' });
    const diagram = greeted([node('a', 'keywords', { words }), jump], [['welcome', '$success', 'j']]);
    expect(placesOf(diagram, { bot: { number: 7 } })).toEqual(['linked_node_unknown /nodes/j/params/node']);
  });
});
