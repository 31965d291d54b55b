// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of bots have such expressions.
import { simulate } from '@botwright/testing';
import { describe, expect, it } from 'vitest';
import { readMemory, toJavaScript } from '../src/composer/expressions.ts';
import { readPhrases, readQuestions } from '../src/composer/language-files.ts';
import { readTemplates } from '../src/composer/templates.ts';
import { importFiles } from './botpress-fixture.ts';
import { blocksOf, type Json } from './typebot-fixture.ts';

type Members = { readonly [name: string]: Json };

const action = (kind: string, given: Members = {}): Json => ({ $kind: `Microsoft.${kind}`, ...given });
const says = (activity: string): Json => action('SendActivity', { activity });
const dialog = (triggers: readonly Json[], given: Members = {}): Json => ({
  $kind: 'Microsoft.AdaptiveDialog',
  triggers,
  autoEndDialog: true,
  ...given,
});
const begins = (...actions: readonly Json[]): Json => action('OnBeginDialog', { actions });

const alone = (actions: readonly Json[], others: { readonly [path: string]: Json } = {}) =>
  importFiles({ 'bot/bot.dialog': dialog([begins(says('Hi!'), ...actions)]), ...others });
const blocks = (...actions: readonly Json[]) => Object.values(blocksOf(alone(actions))).slice(1);
const differencesOf = ({ report }: ReturnType<typeof importFiles>): readonly string[] =>
  report.entries
    .filter(({ outcome }) => outcome !== 'carried')
    .map(({ source, outcome, code }) => `${source.path}${source.pointer} ${outcome} ${code}`);

describe('a bot', () => {
  const bot: { readonly [path: string]: Json } = {
    'bot/bot.dialog': dialog(
      [
        action('OnConversationUpdateActivity', {
          actions: [
            action('Foreach', {
              itemsProperty: 'turn.Activity.membersAdded',
              actions: [
                action('IfCondition', {
                  condition: 'string(dialog.foreach.value.id) != string(turn.Activity.Recipient.id)',
                  actions: [says('${Welcome()}')],
                }),
              ],
            }),
          ],
        }),
        action('OnIntent', { intent: 'Profile', actions: [action('BeginDialog', { dialog: 'profile' })] }),
        action('OnUnknownIntent', { actions: [says('What?')] }),
      ],
      {
        autoEndDialog: false,
        recognizer: { $kind: 'Microsoft.RegexRecognizer', intents: [{ intent: 'Profile', pattern: 'profile|01' }] },
      },
    ),
    'bot/language-generation/en-us/common.en-us.lg':
      '> A comment with ```\n# Welcome\n- Hello!\n\n# Known(name)\n- IF: ${name == "Ann"}\n  - I know you, ${name}.\n- ELSE:\n  - Nice, ${name}!\n',
    'bot/dialogs/profile/profile.dialog': dialog([
      begins(
        action('TextInput', { property: 'user.name', prompt: 'Your name?', alwaysPrompt: true }),
        says('${Known(user.name)}'),
      ),
    ]),
    'bot/language-understanding/en-us/bot.en-us.lu': '# Profile\n- this is {userName=Ann}\n- my profile\n',
  };

  it('[IO1][IO3][IO7] greets, and calls dialogs that come back', () => {
    const { bots, report } = importFiles(bot);
    expect([report.system, bots[0]?.key]).toEqual(['composer', 'bot']);
    const templates = Object.values(blocksOf({ bots, report } as never)).map(([template]) => template);
    expect(templates).toEqual(expect.arrayContaining(['opening', 'go_back', 'var_text']));
    const chat = simulate(bots[0]?.diagram as never);
    chat.start();
    expect(chat.said).toEqual(['Hello!']);
  });

  it('[IO3] a template of cases is conditions', () => {
    const result = importFiles({
      'a/a.dialog': bot['bot/dialogs/profile/profile.dialog'] as Json,
      'a/common.lg': bot['bot/language-generation/en-us/common.en-us.lg'] as Json,
    });
    for (const [name, answer] of [
      ['Ann', 'I know you, Ann.'],
      ['Bob', 'Nice, Bob!'],
    ] as const) {
      const chat = simulate(result.bots[0]?.diagram as never);
      chat.start();
      chat.reply(name);
      expect(chat.said.at(-1)).toBe(answer);
    }
  });

  it('[IO1] bots of several folders are several bots', () => {
    const two = { 'x/one/one.dialog': dialog([begins(says('1'))]), 'x/two/two.dialog': dialog([begins(says('2'))]) };
    expect(importFiles(two).bots.map(({ key }) => key)).toEqual(['one', 'two']);
  });
});

describe('actions', () => {
  it('[IO4] set properties, and compute them', () => {
    expect(
      blocks(
        action('SetProperty', { property: 'user.a', value: '=1' }),
        action('SetProperty', { property: '$b', value: 'Hi ${user.a}' }),
        action('SetProperty', { property: 'user.a', value: '=user.a + 2' }),
        action('SetProperty', { property: 'user.c', value: "=toUpper(concat($b, '!'))" }),
        action('DeleteProperty', { property: 'user.a' }),
        action('EditArray', { changeType: 'push', itemsProperty: 'user.list', value: '=user.c' }),
        action('EditArray', { changeType: 'clear', itemsProperty: 'user.list' }),
      ),
    ).toEqual([
      ['set_field', { field: 'a', action: 'SET', value: 1 }],
      ['set_field', { field: 'b', action: 'SET', value: 'Hi @{a}' }],
      ['set_field', { field: 'a', action: 'ADD', value: 2 }],
      [
        'formulas',
        {
          expression: expect.stringContaining('.upperAscii()'),
          destination: 'c',
        },
      ],
      ['set_field', { field: 'a', action: 'UNSET' }],
      ['set_field', { field: 'list', action: 'APPEND', value: '@{c}' }],
      ['set_field', { field: 'list', action: 'UNSET' }],
    ]);
  });

  it('[IO6] inputs are questions, with their checks', () => {
    const result = alone([
      action('NumberInput', {
        property: 'user.age',
        prompt: 'Age?',
        invalidPrompt: 'Too odd.',
        validations: ['this.value >= 1'],
      }),
      action('ChoiceInput', {
        property: 'user.size',
        prompt: 'Size?',
        choices: [{ value: 'Small', synonyms: ['little'] }, 'Large'],
      }),
      action('ConfirmInput', { property: 'user.sure', prompt: 'Sure?' }),
    ]);
    const chat = simulate(result.bots[0]?.diagram as never);
    chat.start();
    chat.reply('0');
    expect(chat.said).toContain('Too odd.');
    chat.reply('30');
    chat.reply('little');
    chat.press('Yes');
    expect(chat.fields).toMatchObject({ age: 30, size: 'Small', sure: true });
  });

  it('[IO4] conditions and cases', () => {
    const result = alone([
      action('SetProperty', { property: 'user.kind', value: 'b' }),
      action('SwitchCondition', {
        condition: 'user.kind',
        cases: [
          { value: 'a', actions: [says('A')] },
          {
            value: 'b',
            actions: [
              action('IfCondition', { condition: 'exists(user.none)', actions: [says('X')], elseActions: [says('B')] }),
            ],
          },
        ],
        default: [says('C')],
      }),
    ]);
    const chat = simulate(result.bots[0]?.diagram as never);
    chat.start();
    expect(chat.said).toEqual(['Hi!', 'B']);
  });

  it('[IO2] loops over lists and unknown actions are reported, with the actions in them', () => {
    const result = alone([
      action('Foreach', { itemsProperty: 'user.list', actions: [says('${dialog.foreach.value}')] }),
      action('OAuthInput', {}),
      action('BeginDialog', { dialog: 'nowhere' }),
      action('SendActivity', { activity: 'Bye ${utcNow()}' }),
    ]);
    const hints = result.report.entries.flatMap(({ hint }) => (hint === undefined ? [] : [hint.split(' ')[0]]));
    expect(hints).toEqual(['Say', 'Say', 'Sign']);
    expect(differencesOf(result)).toEqual([
      'bot/bot.dialog/triggers/0/actions/1 lost loop-index',
      'bot/bot.dialog/triggers/0/actions/1/actions/0 lost loop-index',
      'bot/bot.dialog/triggers/0/actions/2 lost credentials-missing',
      'bot/bot.dialog/triggers/0/actions/3 lost link-outside',
      'bot/bot.dialog/triggers/0/actions/4 lost code-not-translated',
    ]);
  });

  it('[IO4] the result of an expression in a text is a formula before it', () => {
    expect(blocks(says('You have ${count(user.list)} things.'))).toEqual([
      ['formulas', { expression: 'double(size(("list" in fields ? fields["list"] : "")))', destination: 'computed_1' }],
      ['chat', { text: 'You have @{computed_1} things.' }],
    ]);
  });

  it('[IO3] cards are pictures, texts and pages', () => {
    const lg =
      "# Card\n[HeroCard\n    title = Boat\n    text = Red\n    image = https://example.com/a.png\n    buttons = ${Action('See')}\n]\n\n# Action(title)\n[CardAction\n    Type = openUrl\n    Title = ${title}\n    Value = https://example.com\n]\n";
    const result = alone([says('${Card()}')], { 'bot/common.lg': lg });
    expect(Object.values(blocksOf(result)).slice(1)).toEqual([
      ['media', { url: 'https://example.com/a.png', media_type: 'image', caption: 'Boat\nRed' }],
      ['open_url', { url: 'https://example.com', text: 'See' }],
    ]);
  });
});

describe('expressions', () => {
  const nameOf = (path: string) => (/^user\.\w+$/.test(path) ? path.slice(5) : undefined);
  it.for<readonly [expression: string, code: string | undefined]>([
    ['=1 + 2 * 3', '(1 + (2 * 3))'],
    ["user.a == 'it\\'s' && !exists(user.b)", '((a == "it\'s") && !((b !== undefined)))'],
    ['`Hi ${user.a}`', '("" + "Hi " + a + "")'],
    ['user.a & user.b', '("" + a + b)'],
    ['foreach(user.a, x, x + 1)', '(a).map($each => ($each + 1))'],
    ['user.a[user.b]', undefined],
    ['eval(user.a)', undefined],
    ['dialog.foreach.value', undefined],
    ['user.a +', undefined],
    [`${'('.repeat(5_000)}1`, undefined],
    ['__proto__()', undefined],
    ['constructor(1)', undefined],
  ])('[IO4] %s', ([expression, code]) => {
    expect(toJavaScript(expression, nameOf)).toBe(code);
  });

  it('[IO4] paths of dialogs are apart, and the text of a result is its Field', () => {
    const memory = readMemory([], (name) => name, true);
    expect([memory.fieldOf('$x', 'a'), memory.fieldOf('dialog.x', 'a'), memory.fieldOf('dialog.x', 'b')]).toEqual([
      'x',
      'x',
      'x_2',
    ]);
    expect(memory.fieldOf('user.date[0].value', 'a')).toBe(memory.fieldOf('user.date', 'a'));
    expect(memory.fieldOf('turn.recognized.score', 'a')).toBeUndefined();
  });
});

it('[IO3] templates have several texts, params and several lines', () => {
  const read = readTemplates(
    '# A(x, y)\n- one\n- ```two\nlines```\n# B\n- SWITCH: ${x}\n- CASE: ${1}\n  - 1\n- DEFAULT:\n  - 2\n',
    'a.lg',
  );
  expect(read.get('A')).toMatchObject({ params: ['x', 'y'], body: { kind: 'texts', texts: ['one', 'two\nlines'] } });
  expect(read.get('B')?.body).toEqual({
    kind: 'cases',
    cases: [{ condition: 'x == 1', body: { kind: 'texts', texts: ['1'] } }, { body: { kind: 'texts', texts: ['2'] } }],
  });
});

it('[IO5] phrases have no names of entities, and questions have one answer', () => {
  const phrases = readPhrases(
    '> a comment\n# Buy\n- I buy {what=a {size=big} boat}\n- now {@when}\n@ ml when\n- no phrase\n# None\n',
  );
  expect([...phrases]).toEqual([
    ['Buy', ['I buy a big boat', 'now']],
    ['None', []],
  ]);
  expect(
    readQuestions('> !# @source\n# ? Who?\n- Who are you\n\n```markdown\nA bot.\n```\n# ? Empty\n', 'a.qna'),
  ).toEqual([
    { questions: ['Who?', 'Who are you'], answer: 'A bot.', path: 'a.qna', at: 0 },
    { questions: ['Empty'], answer: '', path: 'a.qna', at: 1 },
  ]);
});

it('[IO2][IO8] sentences call their trigger, also while something else is asked', () => {
  const result = importFiles({
    'bot/bot.dialog': dialog(
      [
        action('OnConversationUpdateActivity', { actions: [says('Hello!')] }),
        action('OnIntent', { intent: 'Help', actions: [says('I help.')] }),
        action('OnIntent', { intent: 'Name', actions: [action('BeginDialog', { dialog: 'name' })] }),
        action('OnUnknownIntent', { actions: [says('What?')] }),
      ],
      { autoEndDialog: false },
    ),
    'bot/dialogs/name/name.dialog': dialog([
      begins(
        action('TextInput', { property: 'user.name', prompt: 'Your name?', alwaysPrompt: true }),
        says('Hi ${user.name}!'),
      ),
    ]),
    'bot/bot.en-us.lu': '# Help\n- please help me\n# Name\n- ask my name\n',
  });
  const chat = simulate(result.bots[0]?.diagram as never);
  chat.start();
  chat.reply('nonsense');
  expect(chat.said.at(-1)).toBe('What?');
  chat.reply('now ask me for my name');
  expect(chat.said.at(-1)).toBe('Your name?');
  chat.reply('Please help me');
  expect(chat.said).toEqual(expect.arrayContaining(['I help.', 'Your name?']));
  chat.reply('Ann');
  expect(chat.said.at(-1)).toBe('Hi Ann!');
  chat.reply('nonsense');
  expect(chat.said.at(-1)).toBe('What?');
});
