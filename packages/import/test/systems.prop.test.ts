import { checkDiagram, createCatalog } from '@botwright/core/diagram';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../scripts/depth.ts';
import { ImportError, type ImportResult } from '../src/index.ts';
import { importFiles } from './botpress-fixture.ts';
import type { Json } from './typebot-fixture.ts';

type Files = { readonly [path: string]: Json };

const odd = fc.oneof(fc.constant(null), fc.integer(), fc.boolean(), fc.constant([]), fc.constant({}), fc.constant('x'));
const orOdd = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: odd });
const words = fc.constantFrom(
  '',
  'Hello',
  '*Hi* @name',
  '{{user.name}} and {{temp.a.b}}',
  '{{#if x}}y{{/if}}',
  '{html}<b>x</b>{/html}',
  '<p>Hi</p>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a bot
  'Hi ${user.name}, ${count(user.list)} ${A()} ${nothing(}',
  '@{name} __proto__ [x](y)',
  'https://example.com/{{user.a}}',
  '\u0000\u202e',
  'x'.repeat(300),
);
const record = (members: { readonly [name: string]: fc.Arbitrary<unknown> }) =>
  fc.record(members, { requiredKeys: [] });

const catalog = createCatalog();

/** Imports twice, and checks the rules, the report and the sameness. */
function check(files: Files, elements: readonly string[], family: string): void {
  let result: ImportResult;
  try {
    result = importFiles(files, { family });
  } catch (error) {
    // A generated file may be of no known form.
    if (error instanceof ImportError && error.violations.length === 0) return;
    throw error;
  }
  for (const { diagram, number } of result.bots) {
    const { violations } = checkDiagram(diagram, { catalog, channelFamily: family, bot: { number } });
    expect(violations.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
  const covered = new Set(result.report.entries.map(({ source }) => `${source.path}${source.pointer}`));
  expect(elements.filter((element) => !covered.has(element))).toEqual([]);
  for (const { target } of result.report.entries) {
    const bot = result.bots.find(({ key }) => key === target?.bot);
    if (target !== undefined) expect(Object.hasOwn(bot?.diagram.nodes ?? {}, target.block_id)).toBe(true);
  }
  expect(JSON.stringify(importFiles(files, { family }))).toBe(JSON.stringify(result));
}

const families = fc.constantFrom('native', 'msgapp');

const ids = fc.constantFrom('1', '2', '3', '4', '5', '99', '', '__proto__');
const response = record({
  entity: fc.constantFrom('text', 'button', 'image', 'dance'),
  text: words,
  path: words,
  buttons: orOdd(fc.array(words, { maxLength: 25 })),
  extra: odd,
});
const oldBlock = record({
  function: fc.constantFrom(
    '__send_message__',
    '__send_message__',
    '__choice__',
    '__text__',
    '__email__',
    '__get_image__',
    '__field_exists__',
    '__send_request__',
    '__dance__',
  ),
  name: words,
  left: odd,
  top: fc.double(),
  next: orOdd(fc.dictionary(fc.constantFrom('success', 'failed', 'hello', 'default', 'hi'), ids, { maxKeys: 4 })),
  responses: orOdd(fc.array(orOdd(response), { maxLength: 3 })),
  field: words,
  custom_field: words,
  virtual: fc.boolean(),
  delaytime: fc.oneof(odd, fc.constantFrom('1,5', '0.2', '-3')),
  url: words,
  data: odd,
  headers: odd,
});

it('[IL1][IM1][IM2][IM3] any diagram of Landbot keeps the rules, with an entry for each block and way', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('1', '2', '3', '4', '5'), oldBlock, { minKeys: 1 }),
      families,
      (blocks, family) => {
        const elements = Object.entries(blocks).flatMap(([id, { next }]) => [
          `a.json/${id}`,
          ...(typeof next === 'object' && next !== null && !Array.isArray(next)
            ? Object.keys(next).map((exit) => `a.json/${id}/next/${exit}`)
            : []),
        ]);
        check({ 'a.json': blocks as Json }, elements, family);
      },
    ),
    { seed: 20261128, numRuns: runs(100) },
  );
}, 120_000);

const targets = fc.constantFrom(
  'a',
  'b',
  'c',
  '',
  'END',
  '#',
  '#a',
  '##a',
  'main.flow.json',
  'other.flow.json',
  'other.flow.json#b',
  'none',
);
const conditions = fc.constantFrom(
  'true',
  '',
  'user.name !== undefined',
  "event.nlu.intent.name === 'buy'",
  "event.nlu.intent.is('none')",
  'temp[\'skill-choice-ret-x\'] == "yes"',
  'temp.extracted == "true"',
  'temp.valid',
  '!temp.valid',
  'temp.n > 3 && !user.x',
  'alert(1)',
  ')(',
);
const transitions = fc.array(orOdd(record({ condition: conditions, node: targets })), { maxLength: 4 });
const instructions = fc.array(
  fc.constantFrom(
    'say #!builtin_text-t',
    'say #!builtin_single-choice-c',
    'say #!builtin_card-k',
    'say #!nothing-x',
    'say',
    'builtin/setVariable {"type":"user","name":"n","value":"{{event.payload.text}}"}',
    'builtin/setVariable {"type":"temp","name":"","value":1}',
    'builtin/setVariable {broken',
    'builtin/wait {"delay":"1500"}',
    'builtin/resetSession',
    'basic-skills/slot_reset {"slotName":"s"}',
    'builtin/incrementNumberOfConversations {"output":"$r"}',
    'own {"a":1}',
    'constructor',
    '',
  ),
  { maxLength: 4 },
);
const flowNode = record({
  id: fc.constantFrom('i1', 'i2', 'i3', 'welcome'),
  name: fc.constantFrom('a', 'b', 'c', 'timeout'),
  type: fc.constantFrom('standard', 'skill-call'),
  skill: fc.constantFrom('choice', 'Slot', 'CallAPI', 'SendEmail', 'HitlNext', 'own', '__proto__'),
  flow: fc.constantFrom('skills/s.flow.json', 'other.flow.json', 'none'),
  onEnter: orOdd(instructions),
  onReceive: fc.oneof(fc.constant(null), instructions),
  next: orOdd(transitions),
});
const sourceFlow = fc.record({
  startNode: fc.constantFrom('a', 'b', 'none'),
  catchAll: record({ next: transitions, onReceive: instructions }),
  nodes: fc.array(flowNode, { maxLength: 4 }),
});
const skillData = record({
  contentId: fc.constantFrom('builtin_single-choice-c', 'none'),
  keywords: orOdd(
    fc.dictionary(fc.constantFrom('yes', 'no', '__proto__'), fc.array(words, { maxLength: 3 }), { maxKeys: 3 }),
  ),
  config: record({ nbMaxRetries: odd, variableName: words }),
  slotName: words,
  entities: orOdd(fc.array(fc.constantFrom('any', 'email', 'size', 'none'), { maxLength: 2 })),
  contentElement: fc.constantFrom('builtin_text-t', 'builtin_card-k', 'none'),
  notFoundElement: fc.constantFrom('builtin_text-t', 'none'),
  retryAttempts: odd,
  url: words,
  method: words,
  headers: odd,
  body: odd,
  memory: fc.constantFrom('temp', 'user', ''),
  variable: words,
  toAddress: words,
});
const content = record({
  text$en: words,
  variations$en: fc.array(words, { maxLength: 3 }),
  markdown$en: fc.boolean(),
  title$en: words,
  image$en: words,
  choices$en: orOdd(fc.array(orOdd(record({ title: words, value: words })), { maxLength: 24 })),
  actions$en: orOdd(
    fc.array(record({ title: words, action: fc.constantFrom('Open URL', 'Postback'), url: words, payload: words }), {
      maxLength: 3,
    }),
  ),
});
const botpressBot = fc
  .record({
    main: sourceFlow,
    other: sourceFlow,
    skill: sourceFlow,
    skillData: orOdd(skillData),
    text: content,
    choice: content,
    card: content,
    qna: orOdd(
      record({
        data: record({
          questions: record({ en: fc.array(words) }),
          answers: record({ en: fc.array(words) }),
          action: fc.constantFrom('text', 'redirect'),
          redirectFlow: targets,
        }),
      }),
    ),
  })
  .map(
    ({ main, other, skill, skillData: data, text, choice, card, qna }): Files =>
      ({
        'flows/main.flow.json': main,
        'flows/other.flow.json': other,
        'flows/skills/s.flow.json': { ...skill, skillData: data },
        'content-elements/builtin_text.json': [{ id: 'builtin_text-t', formData: text }],
        'content-elements/builtin_single-choice.json': [{ id: 'builtin_single-choice-c', formData: choice }],
        'content-elements/builtin_card.json': [{ id: 'builtin_card-k', formData: card }],
        'intents/buy.json': {
          name: 'buy',
          utterances: { en: ['I want to buy', '[red](colour) one'] },
          slots: [{ name: 'colour' }],
        },
        'entities/size.json': {
          name: 'size',
          type: 'list',
          occurrences: [{ name: 'small', synonyms: ['little'] }, null],
        },
        'qna/q.json': qna,
        'actions/own.js': 'return 1',
      }) as Files,
  );

it('[IB1][IM1][IM2][IM3] any bot of Botpress keeps the rules, with an entry for each node, instruction and transition', () => {
  fc.assert(
    fc.property(botpressBot, families, (files, family) => {
      const elements = Object.entries(files).flatMap(([path, json]) =>
        path.startsWith('flows/') ? elementsOfFlow(path, json as never) : [],
      );
      check(
        files,
        [
          ...elements,
          'intents/buy.json',
          'entities/size.json',
          'actions/own.js',
          'content-elements/builtin_text.json/0',
        ],
        family,
      );
    }),
    { seed: 20261128, numRuns: runs(100) },
  );
}, 120_000);

interface GeneratedFlow {
  readonly nodes: readonly { readonly [list: string]: unknown }[];
  readonly catchAll: { readonly [list: string]: unknown };
}

function elementsOfFlow(path: string, { nodes, catchAll }: GeneratedFlow): readonly string[] {
  const listed = (list: unknown, pointer: string) =>
    Array.isArray(list) ? list.map((_each, at) => `${path}${pointer}/${at}`) : [];
  return [
    ...['next', 'onReceive'].flatMap((name) => listed(catchAll[name], `/catchAll/${name}`)),
    ...nodes.flatMap((each, at) => [
      `${path}/nodes/${at}`,
      ...['onEnter', 'onReceive', 'next'].flatMap((name) => listed(each[name], `/nodes/${at}/${name}`)),
    ]),
  ];
}

const expressions = fc.constantFrom(
  'user.a == 1',
  '=exists($x)',
  "concat('a', user.b)",
  '=[]',
  '=1 +',
  'dialog.foreach.value',
  '=@entity',
  '#Buy.Score > 0.6',
  'true',
  '',
);
/** @param inner - The actions in an action. */
const actionWith = (inner: fc.Arbitrary<unknown>) =>
  orOdd(
    record({
      $kind: fc.constantFrom(
        ...[
          'SendActivity',
          'TextInput',
          'NumberInput',
          'ChoiceInput',
          'ConfirmInput',
          'DateTimeInput',
          'AttachmentInput',
        ].map((kind) => `Microsoft.${kind}`),
        ...[
          'SetProperty',
          'SetProperties',
          'DeleteProperty',
          'EditArray',
          'IfCondition',
          'SwitchCondition',
          'Foreach',
        ].map((kind) => `Microsoft.${kind}`),
        ...[
          'BeginDialog',
          'ReplaceDialog',
          'RepeatDialog',
          'EndDialog',
          'CancelAllDialogs',
          'HttpRequest',
          'EndTurn',
          'GotoAction',
        ].map((kind) => `Microsoft.${kind}`),
        ...['TraceActivity', 'OAuthInput', 'constructor'].map((kind) => `Microsoft.${kind}`),
      ),
      $designer: record({ id: fc.constantFrom('x1', 'x2', 'welcome'), name: words }),
      actionId: fc.constantFrom('x1', 'x2', 'none'),
      activity: orOdd(words),
      prompt: orOdd(words),
      invalidPrompt: words,
      property: fc.constantFrom('user.a', '$x', 'turn.activity', 'none', ''),
      itemsProperty: fc.constantFrom('user.list', 'turn.Activity.membersAdded', 'user.lists[dialog.x]'),
      changeType: fc.constantFrom('push', 'clear', 'pop', 'remove'),
      value: fc.oneof(odd, expressions, words),
      condition: fc.oneof(expressions, fc.boolean()),
      validations: orOdd(fc.array(fc.constantFrom('this.value > 1', 'length(this.value) < 5', ')'), { maxLength: 2 })),
      alwaysPrompt: fc.boolean(),
      maxTurnCount: odd,
      defaultValue: fc.oneof(odd, expressions),
      choices: orOdd(
        fc.oneof(
          expressions,
          fc.array(fc.oneof(words, record({ value: words, synonyms: fc.array(words) })), { maxLength: 24 }),
        ),
      ),
      assignments: orOdd(
        fc.array(record({ property: fc.constantFrom('user.a', '$y'), value: expressions }), { maxLength: 2 }),
      ),
      cases: orOdd(fc.array(record({ value: words, actions: inner }), { maxLength: 3 })),
      default: inner,
      actions: inner,
      elseActions: inner,
      dialog: fc.constantFrom('child', 'main', 'none'),
      options: orOdd(record({ x: fc.oneof(words, expressions) })),
      resultProperty: fc.constantFrom('user.r', ''),
      url: words,
      headers: odd,
      body: odd,
      disabled: fc.boolean(),
    }),
  );
const leaf = actionWith(fc.constant([]));
const action = actionWith(fc.array(actionWith(fc.array(leaf, { maxLength: 2 })), { maxLength: 2 }));
const trigger = orOdd(
  record({
    $kind: fc.constantFrom(
      ...[
        'OnBeginDialog',
        'OnConversationUpdateActivity',
        'OnIntent',
        'OnUnknownIntent',
        'OnQnAMatch',
        'OnError',
        'OnOther',
      ].map((kind) => `Microsoft.${kind}`),
    ),
    intent: fc.constantFrom('Buy', 'None', ''),
    actions: fc.array(action, { maxLength: 4 }),
  }),
);
const composerDialog = fc.record({
  $kind: fc.constant('Microsoft.AdaptiveDialog'),
  autoEndDialog: fc.boolean(),
  generator: fc.constantFrom('main.lg', 'none'),
  triggers: fc.array(trigger, { maxLength: 4 }),
});
const composerBot = fc.record({ main: composerDialog, child: composerDialog, body: words }).map(
  ({ main, child, body }): Files =>
    ({
      'main.dialog': main,
      'dialogs/child/child.dialog': child,
      'language-generation/en-us/main.en-us.lg': `# A\n- ${body}\n- two\n# Loop\n- \${Loop()}\n`,
      'language-understanding/en-us/main.en-us.lu': '# Buy\n- I want to {verb=buy}\n',
      'main.qna': '# ? What?\n- Which?\n```\nThat.\n```\n',
    }) as Files,
);

it('[IO1][IM1][IM2][IM3] any bot of the Composer keeps the rules, with an entry for each trigger and action', () => {
  fc.assert(
    fc.property(composerBot, families, (files, family) => {
      const elements = ['main.dialog', 'dialogs/child/child.dialog'].flatMap((path) =>
        kindsIn(files[path] as Json, '').map((pointer) => `${path}${pointer}`),
      );
      check(files, elements, family);
    }),
    { seed: 20261128, numRuns: runs(50) },
  );
}, 180_000);

/** The pointers of the triggers, and of the actions in them. */
function kindsIn(json: Json, pointer: string): readonly string[] {
  if (Array.isArray(json)) return json.flatMap((each, at) => kindsIn(each as Json, `${pointer}/${at}`));
  if (typeof json !== 'object' || json === null) return [];
  const members = json as { readonly [name: string]: Json };
  const own = typeof members['$kind'] === 'string' && pointer !== '' ? [pointer] : [];
  const lists = ['triggers', 'actions', 'elseActions', 'default', 'cases'];
  const below = lists
    .filter((name) => isRead(members, name))
    .flatMap((name) => kindsIn(members[name] ?? null, `${pointer}/${name}`));
  return [...own, ...below];
}

/** Actions in members that the kind of an action has not are never run. */
function isRead(members: { readonly [name: string]: Json }, name: string): boolean {
  const kind = String(members['$kind'] ?? '').replace('Microsoft.', '');
  const lists: { readonly [kind: string]: readonly string[] } = {
    IfCondition: ['actions', 'elseActions'],
    SwitchCondition: ['cases', 'default'],
    Foreach: ['actions'],
    AdaptiveDialog: ['triggers'],
  };
  return kind === '' || kind.startsWith('On') || (Object.hasOwn(lists, kind) ? (lists[kind] ?? []) : []).includes(name);
}
