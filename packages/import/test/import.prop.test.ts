import { checkDiagram, createCatalog } from '@botwright/core/diagram';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../scripts/depth.ts';
import { importBots } from '../src/index.ts';
import { bytesOf } from './typebot-fixture.ts';

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'hidden', 'welcome', '__proto__', 'x y', '', 'long'.repeat(30));
const edgeIds = fc.constantFrom('e0', 'e1', 'e2', 'e3', 'e4', 'missing');
const variableIds = fc.constantFrom('v0', 'v1', 'v2', 'none');
const words = fc.constantFrom(
  '',
  'Hello',
  'Hi {{name}}',
  '{{Score}} + 5',
  '{{= {{Score}} * 2 =}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a bot
  '{{a}} ${{b}} }} {{',
  '@{name} **not bold** [x](y)',
  'https://example.com/{{name}}',
  'const x = 1; return x',
  '"unclosed',
  '5',
  '\u0000\u202e',
);
const odd = fc.oneof(fc.constant(null), fc.integer(), fc.boolean(), fc.constant([]), fc.constant({}), words);

const comparison = fc.record(
  {
    id: ids,
    variableId: variableIds,
    comparisonOperator: fc.constantFrom(
      'Equal to',
      'Not equal',
      'Contains',
      'Greater or equal to',
      'Less or equal to',
      'Is set',
      'Is empty',
      'Matches regex',
      'Nobody knows',
    ),
    value: fc.oneof(words, fc.constantFrom('/a+/i', '(?=x)', 'null')),
  },
  { requiredKeys: [] },
);
const condition = fc.record(
  { logicalOperator: fc.constantFrom('AND', 'OR'), comparisons: fc.array(comparison, { maxLength: 3 }) },
  { requiredKeys: [] },
);
const item = fc.record(
  {
    id: ids,
    outgoingEdgeId: edgeIds,
    content: fc.oneof(words, condition),
    title: words,
    pictureSrc: words,
    displayCondition: fc.record({ isEnabled: fc.boolean(), condition }),
    value: words,
    path: fc.constantFrom('a', 'b'),
    paths: fc.array(fc.record({ id: ids, text: words, outgoingEdgeId: edgeIds }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const options = fc.record(
  {
    variableId: variableIds,
    isMultipleChoice: fc.boolean(),
    dynamicVariableId: variableIds,
    type: fc.constantFrom('Custom', 'Empty', 'Now', 'Append value(s)', 'Map item with same index', 'Transcript', 'Pop'),
    expressionToEvaluate: words,
    item: words,
    mapListItemParams: fc.record({
      baseItemVariableId: variableIds,
      baseListVariableId: variableIds,
      targetListVariableId: variableIds,
    }),
    labels: fc.oneof(odd, fc.record({ placeholder: words, button: words })),
    min: odd,
    max: odd,
    length: fc.oneof(odd, fc.integer({ min: -3, max: 30 })),
    startsAt: odd,
    format: fc.constantFrom('dd/MM/yyyy', 'MMMM d, yyyy', 'QQ', '%%', ''),
    isRange: fc.boolean(),
    hasTime: fc.boolean(),
    url: words,
    content: words,
    groupId: fc.constantFrom('g0', 'g1', 'g2', 'g9', '{{name}}'),
    blockId: ids,
    typebotId: fc.constantFrom('current', 'bot', 'other'),
    secondsToWaitFor: fc.oneof(odd, fc.constantFrom('3', '{{Score}}')),
    webhook: fc.record(
      {
        url: words,
        method: fc.constantFrom('GET', 'POST', 'HEAD'),
        body: words,
        headers: fc.array(fc.record({ key: words, value: words }), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
    responseVariableMapping: fc.array(
      fc.record({
        variableId: variableIds,
        bodyPath: fc.constantFrom('data', 'data.a[0]["b c"]', 'data.map(x)', 'data.flatMap(x => x.y)'),
      }),
      { maxLength: 2 },
    ),
    action: fc.constantFrom('Insert a row', 'Get data from sheet', 'Create chat completion'),
    cellsToInsert: fc.array(fc.record({ column: words, value: words }), { maxLength: 2 }),
    cellsToExtract: fc.array(fc.record({ column: words, variableId: variableIds }), { maxLength: 2 }),
    referenceCell: fc.record({ column: words, value: words }),
    recipients: fc.array(words, { maxLength: 2 }),
    aPercent: odd,
  },
  { requiredKeys: [] },
);
const leaf = fc.record(
  {
    text: words,
    bold: fc.boolean(),
    underline: fc.boolean(),
    url: words,
    type: fc.constantFrom('a', 'p'),
    children: fc.constant([{ text: 'inner' }]),
  },
  { requiredKeys: [] },
);
const richText = fc.array(
  fc.record({ type: fc.constantFrom('p', 'ul', 'ol', 'h1'), children: fc.array(leaf, { maxLength: 3 }) }),
  { maxLength: 3 },
);
const content = fc.record(
  {
    richText,
    html: fc.constantFrom('<div>Hi <b>you</b></div>', ''),
    plainText: words,
    url: words,
    type: fc.constantFrom('url', 'youtube'),
  },
  { requiredKeys: [] },
);
const types = fc.constantFrom(
  ...[
    'text',
    'text',
    'text',
    'image',
    'video',
    'audio',
    'embed',
    'text input',
    'email input',
    'number input',
    'url input',
  ],
  ...['phone number input', 'date input', 'time input', 'file input', 'rating input', 'payment input', 'choice input'],
  ...[
    'picture choice input',
    'cards',
    'Set variable',
    'Set variable',
    'Condition',
    'Condition',
    'Redirect',
    'Code',
    'Typebot link',
  ],
  ...[
    'Wait',
    'AB test',
    'Jump',
    'Return',
    'webhook',
    'Webhook',
    'Email',
    'Google Sheets',
    'openai',
    'Pixel',
    'start',
    'unheard of',
    '',
  ],
);
const block = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record(
      { id: ids, type: types, outgoingEdgeId: edgeIds, options, content, items: fc.array(item, { maxLength: 4 }) },
      { requiredKeys: ['type'] },
    ),
  },
  { weight: 1, arbitrary: odd },
);
const group = fc.record({
  id: fc.constantFrom('g0', 'g1', 'g2'),
  title: words,
  graphCoordinates: fc.oneof(odd, fc.record({ x: fc.double(), y: fc.double() })),
  blocks: fc.array(block, { maxLength: 5 }),
});
const bot = fc.record({
  version: fc.constantFrom('3', '4', '5', '6', '6.1'),
  id: fc.constant('bot'),
  name: words,
  events: fc.oneof(
    fc.constant(null),
    fc.constant([
      { id: 'ev', type: 'start', outgoingEdgeId: 'e0' },
      { id: 'cmd', type: 'command' },
    ]),
    fc.constant([
      { id: 'ev', type: 'start', outgoingEdgeId: 'e0' },
      { id: 'cmd', type: 'command', outgoingEdgeId: 'e1', options: { command: 'menu' } },
      { id: 'same', type: 'command', outgoingEdgeId: 'e0', options: { command: ' MENU' } },
    ]),
  ),
  groups: fc.array(group, { maxLength: 4 }),
  edges: fc.array(
    fc.record({
      id: edgeIds,
      from: odd,
      to: fc.record({ groupId: fc.constantFrom('g0', 'g1', 'g2', 'g7'), blockId: ids }, { requiredKeys: ['groupId'] }),
    }),
    { maxLength: 6 },
  ),
  variables: fc.array(fc.record({ id: variableIds, name: fc.constantFrom('name', 'Score', 'a', 'id', 'x{y}', '') }), {
    maxLength: 4,
  }),
  settings: odd,
});

interface Bot {
  readonly groups: readonly {
    readonly blocks: readonly { readonly type?: string; readonly items?: readonly { readonly content?: unknown }[] }[];
  }[];
  readonly edges: readonly unknown[];
}

/** All elements that a report has to mention. */
function pointersOf({ groups, edges }: Bot): readonly string[] {
  const blocks = groups.flatMap(({ blocks: members }, group) =>
    members.flatMap((member, at) => {
      const pointer = `/groups/${group}/blocks/${at}`;
      const isOfItems = ['choice input', 'picture choice input', 'cards', 'Condition', 'AB test'].includes(
        member?.type ?? '',
      );
      const items = (isOfItems ? (member?.items ?? []) : []).flatMap(({ content: of }, nth) => {
        const comparisons =
          member?.type === 'Condition' ? ((of as { comparisons?: unknown[] })?.comparisons ?? []) : [];
        return [
          `${pointer}/items/${nth}`,
          ...(Array.isArray(comparisons) ? comparisons : []).map(
            (_each, each) => `${pointer}/items/${nth}/content/comparisons/${each}`,
          ),
        ];
      });
      return [pointer, ...items];
    }),
  );
  return [...blocks, ...edges.map((_edge, at) => `/edges/${at}`)];
}

it('[IM1][IM2][IM3][IM10] any export becomes a bot that keeps the rules, with an entry for each element, the same each time', () => {
  const catalog = createCatalog();
  fc.assert(
    fc.property(bot, fc.constantFrom('native', 'msgapp'), (source, family) => {
      const bytes = bytesOf(source);
      const result = importBots([{ path: 'a.json', bytes }], { family });
      const [imported] = result.bots;
      if (imported === undefined) throw new Error('There is no bot.');
      expect(checkDiagram(imported.diagram, { catalog, channelFamily: family, bot: { number: 1 } }).violations).toEqual(
        [],
      );
      const covered = new Set(result.report.entries.map(({ source: { pointer } }) => pointer));
      // A card with several buttons is mentioned by its buttons.
      const missing = pointersOf(source as never).filter(
        (pointer) => ![...covered].some((each) => each === pointer || each.startsWith(`${pointer}/paths/`)),
      );
      expect(missing).toEqual([]);
      for (const { target } of result.report.entries) {
        if (target !== undefined) expect(Object.hasOwn(imported.diagram.nodes, target.block_id)).toBe(true);
      }
      const again = importBots([{ path: 'a.json', bytes: bytesOf(source) }], { family });
      expect(JSON.stringify(again)).toBe(JSON.stringify(result));
    }),
    { seed: 20261128, numRuns: runs(300) },
  );
}, 120_000);
