import { type BlockDefinition, type Catalog, createCatalog, type JsonObject } from '@botwright/core/diagram';
import { simulate } from '@botwright/testing';
import { describe, expect, it } from 'vitest';
import { typebotImporter } from '../src/typebot/typebot.ts';
import {
  block,
  blocksOf,
  connectionsOf,
  differencesOf,
  importAll,
  importJson,
  type Json,
  text,
  typebot,
} from './typebot-fixture.ts';

const imported = (...given: Parameters<typeof typebot>) => importJson(typebot(...given));

describe('the diagram', () => {
  const quiz = typebot(
    [
      {
        id: 'intro',
        title: 'Intro',
        blocks: [
          text('hello', 'Hello'),
          text('ask', 'Your name?'),
          block('name', 'text input', { variableId: 'v:Name' }, { outgoingEdgeId: 'name>colour' }),
        ],
      },
      {
        id: 'colour',
        title: 'Colour',
        blocks: [
          text('which', 'Which colour, {{Name}}?'),
          block(
            'choice',
            'choice input',
            { variableId: 'v:Colour' },
            {
              items: [
                { id: 'red', content: 'Red', outgoingEdgeId: 'red>points' },
                { id: 'blue', content: 'Blue' },
              ],
            },
          ),
          text('other', 'Not red.'),
        ],
      },
      {
        id: 'points',
        blocks: [
          block('add', 'Set variable', { variableId: 'v:Score', expressionToEvaluate: '{{Score}} + 5' }),
          text('end', 'You chose {{Colour}}.'),
        ],
      },
    ],
    { edges: ['name>colour', 'red>points'], variables: ['Name', 'Colour', 'Score'] },
  );

  it('[IM8][IM13][IM20] keeps ids, titles and Fields, and leads as the source does', () => {
    const result = importJson(quiz);
    expect(Object.keys(blocksOf(result))).toEqual(['welcome', 'ask', 'name', 'which', 'choice', 'add', 'end', 'other']);
    expect(connectionsOf(result)).toEqual([
      'hidden.$success--welcome',
      'welcome.$success--ask',
      'ask.$success--name',
      'name.$success--which',
      'which.$success--choice',
      'choice.$red--add',
      'choice.$blue--other',
      'add.success--end',
    ]);
    expect(result.bots[0]?.diagram['notes']).toEqual([
      { id: 'note1', text: 'Intro', top: -60, left: 0, blocks: ['welcome', 'ask', 'name'] },
      { id: 'note2', text: 'Colour', top: -60, left: 400, blocks: ['which', 'choice', 'other'] },
      { id: 'note3', text: 'points', top: -60, left: 800, blocks: ['add', 'end'] },
    ]);
  });

  it('[IM20] talks as the source does', () => {
    const chat = simulate(importJson(quiz).bots[0]?.diagram as never);
    chat.start();
    chat.reply('Ann');
    chat.press('Red');
    expect(chat.said).toEqual(['You chose Red.']);
    expect(chat.fields).toEqual({ Name: 'Ann', Colour: 'Red', Score: 5 });
  });

  it('[IM8] a block that cannot greet has an opening before it', () => {
    const result = imported([{ id: 'g', blocks: [block('mail', 'email input')] }]);
    expect(Object.keys(blocksOf(result))).toEqual(['welcome', 'mail']);
    expect(blocksOf(result)['welcome']).toEqual(['opening', {}]);
    expect(result.report.entries.find(({ code }) => code === 'start-implied')).toMatchObject({ outcome: 'carried' });
  });

  it('[IM8] on other families the first block is in their slot', () => {
    const result = importJson(typebot([{ id: 'g', blocks: [text('a', 'Hi')] }]), { family: 'apichat' });
    expect(blocksOf(result)).toEqual({ bot_start: ['chat', { text: 'Hi' }] });
  });

  it('[IM10] a loop in which nobody is asked loses the connection that closes it', () => {
    const result = imported([{ id: 'g', blocks: [text('a', 'Again'), text('b', 'and again', 'b>g')] }], {
      edges: ['b>g'],
    });
    expect(connectionsOf(result)).toEqual(['hidden.$success--welcome', 'welcome.$success--b']);
    expect(differencesOf(result)).toEqual([' lost edge-dangling']);
  });

  it('[IM13] names of variables that no Field may have are changed, and the host may choose names', () => {
    const bot = typebot([{ id: 'g', blocks: [text('a', '{{id}} {{b}}')] }], { variables: ['id', 'b'] });
    expect(blocksOf(importJson(bot))['welcome']).toEqual(['opening', { text: '@{id_2} @{b}' }]);
    const late = typebot([{ id: 'g', blocks: [text('a', '{{#last}}')] }], { variables: ['#last'] });
    expect(blocksOf(importJson(late))['welcome']).toEqual(['opening', { text: '@{#last_2}' }]);
    const named = importJson(bot, { fieldName: (name) => `crm_${name}` });
    expect(blocksOf(named)['welcome']).toEqual(['opening', { text: '@{crm_id} @{crm_b}' }]);
  });

  it('[IM21] versions before 6 begin with a block', () => {
    const result = imported(
      [
        { id: 's', blocks: [block('start', 'start', {}, { outgoingEdgeId: 'start>g' })] },
        {
          id: 'g',
          blocks: [{ id: 'a', type: 'text', content: { html: '<div>Hi <b>you</b></div>', plainText: 'Hi you' } }],
        },
      ],
      { edges: ['start>g'], version: '3', events: null },
    );
    expect(blocksOf(result)).toEqual({ welcome: ['opening', { text: 'Hi you' }] });
    expect(differencesOf(result)).toContain('/groups/1/blocks/0 changed html-removed');
  });
});

describe('blocks', () => {
  const alone = (...blocks: readonly Json[]) =>
    imported([{ id: 'g', blocks: [text('t', 'Hi'), text('u', 'Go'), ...blocks] }], {
      edges: ['x>g', 'y>z'],
      variables: ['A', 'B', 'C', 'List'],
    });
  const secondOf = (...blocks: readonly Json[]): unknown => {
    const { welcome: _welcome, u: _text, ...others } = blocksOf(alone(...blocks));
    return Object.values(others)[0];
  };
  const set = (options: Parameters<typeof block>[2]) =>
    block('set', 'Set variable', { variableId: 'v:A', ...(options as object) });

  it.for<readonly [string, Parameters<typeof block>[2], unknown]>([
    ['a number', { expressionToEvaluate: '10' }, ['set_field', { field: 'A', action: 'SET', value: 10 }]],
    ['words', { expressionToEvaluate: 'Promoter' }, ['set_field', { field: 'A', action: 'SET', value: 'Promoter' }]],
    ['a phone', { expressionToEvaluate: '0049' }, ['set_field', { field: 'A', action: 'SET', value: '0049' }]],
    ['a variable', { expressionToEvaluate: '{{B}}' }, ['set_field', { field: 'A', action: 'SET', value: '@{B}' }]],
    [
      'an address',
      { expressionToEvaluate: 'https://a.example/{{B}}' },
      ['set_field', { field: 'A', action: 'SET', value: 'https://a.example/@{B}' }],
    ],
    ['nothing', { type: 'Empty' }, ['set_field', { field: 'A', action: 'UNSET' }]],
    ['now', { type: 'Now' }, ['formulas', { expression: 'string(now)', destination: 'A' }]],
    [
      'a sum',
      { expressionToEvaluate: '{{B}} + 5' },
      ['formulas', { expression: 'double(fields["B"]) + 5.0', destination: 'A' }],
    ],
    [
      'code',
      { expressionToEvaluate: 'fetch("https://a.example")' },
      ['code', { source: 'fetch("https://a.example")' }],
    ],
  ])('[IM22] a variable is set to %s', ([, options, expected]) => {
    expect(secondOf(set(options))).toEqual(expected);
  });

  const when = (comparisonOperator: string, value: string) => ({
    items: [{ id: 'i', content: { comparisons: [{ id: 'c', variableId: 'v:A', comparisonOperator, value }] } }],
  });

  it.for<readonly [string, string, unknown]>([
    ['Equal to', 'x', { match: 'all', conditions: [{ field: 'A', operator: 'is', value: 'x' }] }],
    ['Contains', '{{B}}', { match: 'all', conditions: [{ field: 'A', operator: 'contains', value: '@{B}' }] }],
    ['Is empty', '', { match: 'all', conditions: [{ field: 'A', operator: 'is_not_set' }] }],
    ['Equal to', 'undefined', { match: 'all', conditions: [{ field: 'A', operator: 'is_not_set' }] }],
    ['Not equal', '', { match: 'all', conditions: [{ formula: 'true' }] }],
    ['Greater than', '', { match: 'all', conditions: [{ field: 'A', operator: 'greater', value: '0' }] }],
    [
      'Does not match regex',
      'x',
      {
        match: 'all',
        conditions: [
          { field: 'A', operator: 'not_matches', value: 'x' },
          { field: 'A', operator: 'is_set' },
        ],
      },
    ],
  ])('[IM23] %s “%s”', ([operator, value, expected]) => {
    expect(secondOf(block('if', 'Condition', {}, when(operator, value)))).toEqual(['conditions', expected]);
  });

  it('[IM24] more choices than a block holds are on pages', () => {
    const items = Array.from({ length: 45 }, (_, at) => ({ id: `i${at}`, content: `Choice ${at}` }));
    const result = imported([{ id: 'g', blocks: [text('t', 'Which?'), block('pick', 'choice input', {}, { items })] }]);
    const sizes = Object.values(blocksOf(result)).flatMap(
      ([, params]) => (params as { buttons?: unknown[] }).buttons?.length ?? [],
    );
    expect(sizes.toSorted()).toEqual([20, 20, 7]);
    expect(differencesOf(result)).toContain('/groups/0/blocks/1 changed choice-limit');
    const chat = simulate(result.bots[0]?.diagram as never);
    chat.start();
    chat.press('…');
    chat.press('…');
    chat.press('Choice 44');
    expect(chat.fields).toEqual({});
  });

  it('[IM25] a request becomes a webhook that saves parts of the answer', () => {
    const request = {
      isCustomBody: true,
      webhook: {
        url: 'https://api.example/search',
        method: 'POST',
        queryParams: [{ id: 'q', key: 'q', value: 'a b {{A}}' }],
        headers: [{ id: 'h', key: 'X-Key', value: '1' }],
        body: '{"a": "{{A}}"}',
      },
      responseVariableMapping: [
        { id: 'm', variableId: 'v:B', bodyPath: 'data.results[0]["first name"]' },
        { id: 'n', variableId: 'v:C', bodyPath: 'data.results.filter(x => x.id)' },
      ],
    };
    expect(secondOf(block('http', 'Webhook', request))).toEqual([
      'webhook',
      {
        url: 'https://api.example/search?q=a%20b%20@{A}',
        method: 'POST',
        headers: [{ name: 'X-Key', value: '1' }],
        body: '{"a": "@{A}"}',
        saves: [{ path: '/results/0/first name', destination: 'B' }],
      },
    ]);
    expect(differencesOf(alone(block('http', 'Webhook', request)))).toEqual([
      '/edges/1 lost edge-dangling',
      '/edges/2 lost edge-dangling',
      '/groups/0/blocks/2/options/responseVariableMapping/1 lost code-not-translated',
    ]);
  });

  it('[IM22][IM25] a member of each entry of an answer is saved, and found by the place of another', () => {
    const request = {
      webhook: { url: 'https://api.example', method: 'GET' },
      responseVariableMapping: [
        { id: 'm', variableId: 'v:List', bodyPath: 'data.results.flatMap(item => item.title)' },
        { id: 'n', variableId: 'v:B', bodyPath: 'data.results.flatMap(item => item.id)' },
      ],
    };
    const find = set({
      type: 'Map item with same index',
      mapListItemParams: { baseItemVariableId: 'v:C', baseListVariableId: 'v:List', targetListVariableId: 'v:B' },
    });
    const result = alone(block('http', 'Webhook', request), find);
    expect(differencesOf(result)).toEqual(['/edges/1 lost edge-dangling', '/edges/2 lost edge-dangling']);
    const chat = simulate(result.bots[0]?.diagram as never, { fields: { C: 'Two' } });
    chat.start();
    const results = ['One', 'Two', 'Three'].map((title, at): JsonObject => ({ title, id: at * 10 }));
    chat.answer({ status: 200, body: { results } });
    expect(chat.fields).toEqual({ C: 'Two', List: ['One', 'Two', 'Three'], B: [0, 10, 20], A: 10 });
  });

  it('[IM14] a sheet needs an account', () => {
    const sheet = block('sheet', 'Google Sheets', {
      action: 'Insert a row',
      spreadsheetId: 's',
      sheetId: '0',
      cellsToInsert: [{ id: 'c', column: 'Name', value: '{{A}}' }],
    });
    expect(alone(sheet).bots[0]?.needs).toEqual([{ kind: 'account', name: 'Google Sheets', block_id: 'sheet' }]);
    expect(secondOf(sheet)).toMatchObject(['spreadsheets', { selectors: [{ selectorValue: 1, value: '@{A}' }] }]);
  });

  it('[IM4] keys, names and numbers differ, and are short', () => {
    const named = (name: string) => ({
      ...(typebot([{ id: 'g', blocks: [text('a', 'Hi')] }]) as object),
      id: name,
      name,
    });
    const { bots } = importAll(['Año 1', 'ano 1', 'CON', '🙂', 'x'.repeat(80)].map(named));
    expect(bots.map(({ key, name, number }) => [key, name, number])).toEqual([
      ['ano-1', 'Año 1', 1],
      ['ano-1-2', 'ano 1', 2],
      ['bot-con', 'CON', 3],
      ['3', '🙂', 4],
      ['x'.repeat(40), 'x'.repeat(50), 5],
    ]);
  });

  it('[IM26] bots of one import link to each other by number', () => {
    const other = { ...(typebot([{ id: 'g', blocks: [text('a', 'Other')] }]) as object), id: 'other', name: 'Other' };
    const first = typebot([
      { id: 'g', blocks: [text('t', 'Hi'), block('go', 'Typebot link', { typebotId: 'other' })] },
    ]);
    expect(blocksOf(importJson(first))).not.toHaveProperty('go');
    const both = importAll([first, other]);
    expect(blocksOf(both)['go']).toEqual([
      'bot_link',
      { bot: 2, bot_number: 2, bot_channel_family: 'native', bot_name: 'Other' },
    ]);
  });

  it('[IM12] a question that cannot be quiet says the text before it', () => {
    const catalog = catalogWithout('quiet');
    const bot = typebot([
      { id: 'g', blocks: [text('t', 'How old?'), block('age', 'number input', { min: 1, max: '{{A}}' })] },
    ]);
    const result = importJson(bot, { importers: [typebotImporter(catalog)] });
    expect(Object.values(blocksOf(result))[0]).toMatchObject(['var_number', { text: 'How old?', min: 1 }]);
    expect(differencesOf(result)).toContain('/groups/0/blocks/1 lost setting-dropped');
  });

  const callsItself = (...after: readonly Json[]) =>
    typebot(
      [
        { id: 'g', blocks: [text('t', 'Hi'), block('go', 'Jump', { groupId: 'sub' }), text('u', 'Back'), ...after] },
        { id: 'sub', blocks: [text('s', 'Inside'), block('r', 'Return')] },
      ],
      {},
    );

  it('[IM26] a jump from which blocks come back is a call', () => {
    const result = importJson(callsItself());
    expect(blocksOf(result)).toMatchObject({
      go: ['bot_link', { bot: 1, bot_number: 1, bot_name: 'Lead form', node: 's', mode: 'call' }],
      r: ['go_back', {}],
    });
    expect(connectionsOf(result)).toContain('go.$success--u');
    expect(differencesOf(result)).toEqual([]);
    const chat = simulate(result.bots[0]?.diagram as never);
    chat.start();
    expect(chat.said).toEqual(['Hi', 'Inside', 'Back']);
  });

  it('[IM26] a jump without blocks behind it, or without a return, is a connection', () => {
    const groups = (...sub: readonly Json[]) => [
      { id: 'g', blocks: [text('t', 'Hi'), block('go', 'Jump', { groupId: 'sub' })] },
      { id: 'sub', blocks: [text('s', 'Inside'), ...sub] },
    ];
    for (const sub of [[], [block('r', 'Return')]]) {
      expect(connectionsOf(imported(groups(...sub)))).toContain('welcome.$success--s');
    }
  });

  it('[IM26] a link to another bot is a call where blocks can come back', () => {
    const other = { ...(typebot([{ id: 'g', blocks: [text('a', 'Other')] }]) as object), id: 'other', name: 'Other' };
    const first = typebot([
      { id: 'g', blocks: [text('t', 'Hi'), block('go', 'Typebot link', { typebotId: 'other' }), text('u', 'Back')] },
    ]);
    expect(blocksOf(importAll([first, other]))['go']).toMatchObject(['bot_link', { bot: 2, mode: 'call' }]);
  });

  it('[IM10] a call that closes a loop in which nobody is asked is not made', () => {
    const result = imported([
      {
        id: 'g',
        blocks: [text('t', 'Hi'), block('go', 'Jump', { groupId: 'g' }), text('u', 'Back'), block('r', 'Return')],
      },
    ]);
    expect(blocksOf(result)).toMatchObject({ go: ['opening', {}], u: ['chat', { text: 'Back' }] });
    expect(connectionsOf(result)).toContain('go.$success--u');
    expect(differencesOf(result)).toContain(' lost edge-dangling');
  });

  it.for<readonly [readonly string[], readonly string[] | undefined]>([
    [
      ['.PDF', 'image/*', 'text/csv'],
      ['application/pdf', 'image', 'text/csv'],
    ],
    [['.pdf', '.xyz'], undefined],
  ])('[IM20] files of the types %j are %j', ([types, accept]) => {
    const [, params] = secondOf(
      block('file', 'file input', { allowedFileTypes: { isEnabled: true, types } }),
    ) as readonly [string, { readonly accept?: unknown }];
    expect(params.accept).toEqual(accept);
  });

  it('[IM20] choices of a list are a list, one or several', () => {
    const of = (options: Json) => secondOf(block('pick', 'choice input', options));
    expect(of({ dynamicVariableId: 'v:List' })).toMatchObject(['buttons', { source: 'list', list: 'List' }]);
    expect(of({ dynamicVariableId: 'v:List', isMultipleChoice: true })).toMatchObject([
      'var_choices',
      { source: 'list', list: 'List' },
    ]);
  });

  it('[IM12] an e-mail to more people than a block takes is not sent', () => {
    const mail = (count: number) =>
      block('mail', 'Email', {
        recipients: Array.from({ length: count }, (_, at) => `a${at}@b.example`),
        subject: 's',
      });
    expect(secondOf(mail(20))).toMatchObject(['send_email', { subject: 's' }]);
    expect(differencesOf(alone(mail(21)))).toContain('/groups/0/blocks/2 lost setting-dropped');
  });
});

/** The shipped blocks without a param. */
function catalogWithout(name: string): Catalog {
  const catalog = createCatalog();
  const strip = (definition: BlockDefinition | undefined): BlockDefinition | undefined =>
    definition && {
      ...definition,
      variants: definition.variants.map((variant) => ({
        ...variant,
        params: variant.params.filter((each) => each.name !== name),
      })),
    };
  return { ...catalog, byName: (block) => strip(catalog.byName(block)) };
}
