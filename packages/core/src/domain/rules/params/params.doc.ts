import { describeBlock, param } from '../../blocks/describe-block.ts';
import { type RuleDoc, sketch } from '../rule-doc.ts';

const voucher = describeBlock({
  name: 'ask_voucher',
  template: 'voucher',
  title: 'Ask for a voucher',
  description: 'Asks for the number of a voucher.',
  group: 'host',
  waits: true,
  variants: [
    {
      params: [
        param('prefix', 'string', {
          rules: { minLength: 2, maxLength: 4 },
          description: 'What the number of a voucher begins with.',
        }),
        param('tries', 'integer', { rules: { min: 1, max: 5 }, description: 'How often it may be wrong.' }),
      ],
      outputs: ['$success'],
    },
  ],
});

/** No shipped block has these rules. */
const withVoucher = {
  says: 'The host has a block of its own, `voucher`: its `prefix` has 2 to 4 characters, and its `tries` are 1 to 5.',
  blocks: [voucher],
} as const;

const group = 'Templates and params';

/** The greeting, the block of the example, and an end. */
const around = (template: string, params: Parameters<typeof sketch>[0][string][1]) =>
  sketch({ ask: [template, params], bye: ['close', {}] });

const menu = (buttons: readonly { readonly id: string; readonly label: string }[], connected = buttons) =>
  sketch({ menu: ['buttons', { text: 'What is it about, @{name}?', buttons: [...buttons] }], bye: ['close', {}] }, [
    'welcome.$success--menu',
    ...connected.map(({ id }) => `menu.$${id}--bye`),
  ]);

const shops = Array.from({ length: 21 }, (_, at) => ({ id: `s${at + 1}`, label: `Shop ${at + 1}` }));

export const paramDocs: readonly RuleDoc[] = [
  {
    code: 'param_required',
    group,
    title: 'A param is missing',
    specs: ['RU33', 'RU31', 'RU32'],
    what: 'The block needs this param, and it has no default. The same code is given for a member that an entry of a list lacks, such as the `id` of a button.',
    why: 'The block cannot do its work: a question with no text asks nothing, a `webhook` with no address fails.',
    mend: 'Add the param. A name that is written differently is found by `unknown-param`, which says what was meant.',
    wrong: around('var_email', { destination: 'email' }),
    at: '/nodes/ask/params',
    right: [[['nodes', 'ask', 'params', 'text'], 'Where can we write to you?']],
  },
  {
    code: 'param_type',
    group,
    title: 'A param has the wrong type',
    specs: ['RU34', 'RU42'],
    what: 'The value is not of the type in the catalog: a number in quotes, a single value where a list belongs, `null`. Entries of lists and their members are checked, too.',
    why: 'The block reads such a value as if it were not there, or fails.',
    mend: 'Write a value of the type that the message names. Leave the param out rather than writing `null`.',
    wrong: around('var_number', { text: 'For how many guests?', max: '12' }),
    at: '/nodes/ask/params/max',
    right: [[['nodes', 'ask', 'params', 'max'], 12]],
  },
  {
    code: 'param_non_empty',
    group,
    title: 'A param is empty',
    specs: ['RU35'],
    what: 'The value is blank, an empty list or object, or `null`, where the block needs something.',
    why: 'The visitor is asked nothing, and does not know that the bot waits for an answer.',
    mend: 'Write what belongs there, or delete the block.',
    wrong: around('var_email', { text: ' ' }),
    at: '/nodes/ask/params/text',
    right: [[['nodes', 'ask', 'params', 'text'], 'Where can we write to you?']],
  },
  {
    code: 'param_enum',
    group,
    title: 'A param has none of its values',
    specs: ['RU36', 'RU41'],
    what: 'The param takes one of a few values, and this is none of them. Upper and lower case count.',
    why: 'The block does not know what to do. Where the param decides which other params and outputs there are, as the `action` of `spreadsheets`, nothing else of the block can be checked.',
    mend: 'Write one of the values that the message lists.',
    wrong: sketch({ map: ['media', { url: 'https://shop.example.com/map.png', media_type: 'picture' }] }),
    at: '/nodes/map/params/media_type',
    right: [[['nodes', 'map', 'params', 'media_type'], 'image']],
  },
  {
    code: 'param_pattern',
    group,
    title: 'A param does not have its form',
    specs: ['RU37'],
    what: 'The text does not match the pattern of the param. Of the shipped blocks only names of Fields have one: they contain no curly brackets. The same code is given for the `path` of a `webhook`, which is a JSON pointer.',
    why: 'No text could read such a Field as `@{name}`.',
    mend: 'Write the text in the form that the message gives.',
    wrong: around('var_email', { text: 'Where can we write to you?', destination: '{email}' }),
    at: '/nodes/ask/params/destination',
    implied: {
      found: ['unused-field /nodes/ask/params/destination'],
      because: 'No text can read the Field.',
    },
    right: [[['nodes', 'ask', 'params', 'destination'], 'email']],
  },
  {
    code: 'param_min_length',
    group,
    title: 'A text is too short',
    specs: ['RU38'],
    appliesTo: 'params with a least length. No shipped block has one; blocks of a host may',
    what: 'The text has fewer characters than the block allows, counted in Unicode code points.',
    why: 'The author of the block has said that it cannot work with less.',
    mend: 'Write a longer text.',
    given: withVoucher,
    wrong: around('voucher', { prefix: 'V', tries: 3 }),
    at: '/nodes/ask/params/prefix',
    right: [[['nodes', 'ask', 'params', 'prefix'], 'VO']],
  },
  {
    code: 'param_max_length',
    group,
    title: 'A text is too long',
    specs: ['RU38'],
    appliesTo: 'params with a greatest length. No shipped block has one; blocks of a host may',
    what: 'The text has more characters than the block allows, counted in Unicode code points.',
    why: 'It would be cut, or refused by the system that it is sent to.',
    mend: 'Write a shorter text.',
    given: withVoucher,
    wrong: around('voucher', { prefix: 'VOUCHER', tries: 3 }),
    at: '/nodes/ask/params/prefix',
    right: [[['nodes', 'ask', 'params', 'prefix'], 'VO']],
  },
  {
    code: 'param_min',
    group,
    title: 'A number is too low',
    specs: ['RU39'],
    what: 'The number is below the least one that is allowed. `minChars` and `maxChars` of `ask_question` begin at 0; columns of a `spreadsheets` at 1.',
    why: 'The bound that the author meant does not hold.',
    mend: 'Write a number that is allowed.',
    wrong: around('var_text', { text: 'What is it about?', minChars: -5 }),
    at: '/nodes/ask/params/minChars',
    right: [[['nodes', 'ask', 'params', 'minChars'], 5]],
  },
  {
    code: 'param_max',
    group,
    title: 'A number is too high',
    specs: ['RU39'],
    appliesTo: 'params with an upper bound. No shipped block has one; blocks of a host may',
    what: 'The number is above the greatest one that is allowed.',
    why: 'The author of the block has said that it cannot work with more.',
    mend: 'Write a number that is allowed.',
    given: withVoucher,
    wrong: around('voucher', { prefix: 'VO', tries: 50 }),
    at: '/nodes/ask/params/tries',
    right: [[['nodes', 'ask', 'params', 'tries'], 5]],
  },
  {
    code: 'param_min_items',
    group,
    title: 'A list is too short',
    specs: ['RU40'],
    what: 'The list has too few entries: `buttons` has one at least, and so have the `conditions` of a `conditions` block and the `outputs` of an `ai_agent`.',
    why: 'A question with no button cannot be answered, and ends the conversation with an error. A `conditions` block with no condition always goes on by `false`.',
    mend: 'Add an entry, or delete the block.',
    wrong: menu([]),
    at: '/nodes/menu/params/buttons',
    implied: {
      found: ['unreachable-block /nodes/bye'],
      because: 'With no button there is no way on.',
    },
    right: [
      [['nodes', 'menu', 'params', 'buttons'], [{ id: 'buy', label: 'An order' }]],
      [
        ['connections', 'menu.$buy--bye'],
        { id: 'menu.$buy--bye', type: '$buy', sourcePath: 'menu', targetPath: 'bye' },
      ],
    ],
  },
  {
    code: 'param_max_items',
    group,
    title: 'A list is too long',
    specs: ['RU40'],
    what: 'The list has too many entries: `buttons` has 20 at most, other lists 1,000.',
    why: 'Channels do not show that many buttons, and nobody reads them.',
    mend: 'Ask in two steps: first for the region, then for the shop.',
    wrong: menu(shops),
    at: '/nodes/menu/params/buttons',
    right: [[['nodes', 'menu', 'params', 'buttons', 20]], [['connections', 'menu.$s21--bye']]],
  },
];
