import { simulate } from '@botwright/testing';
import { describe, expect, it } from 'vitest';
import {
  block,
  blocksOf,
  connectionsOf,
  differencesOf,
  importJson,
  type Json,
  text,
  typebot,
} from './typebot-fixture.ts';

const variables = ['A', 'B', 'C', 'List'];
const imported = (...given: Parameters<typeof typebot>) => {
  const [groups, options] = given;
  return importJson(typebot(groups, { variables, ...options }));
};
const alone = (...blocks: readonly Json[]) => imported([{ id: 'g', blocks: [text('t', 'Hi'), ...blocks] }]);
const chatWith = ({ bots }: ReturnType<typeof importJson>, ...given: readonly unknown[]) => {
  const chat = simulate(bots[0]?.diagram as never, ...(given as []));
  chat.start();
  return chat;
};
const set = (variableId: string, expressionToEvaluate: string) =>
  block(`set${variableId}${expressionToEvaluate.length}`, 'Set variable', {
    variableId: `v:${variableId}`,
    expressionToEvaluate,
  });
const when = (id: string, comparison: { readonly [name: string]: Json }, outgoingEdgeId?: string): Json =>
  block(
    id,
    'Condition',
    {},
    {
      items: [
        {
          id: `${id}-item`,
          content: { comparisons: [{ id: 'c', variableId: 'v:A', ...comparison }] },
          ...(outgoingEdgeId === undefined ? {} : { outgoingEdgeId }),
        },
      ],
    },
  );
const messagesOf = ({ report }: ReturnType<typeof importJson>, pointer: string) =>
  report.entries
    .filter(({ outcome, source }) => outcome === 'changed' && source.pointer === pointer)
    .map(({ message }) => message);

describe('ways', () => {
  it('[IM60] a case without an edge ends the conversation', () => {
    const result = alone(
      block('name', 'text input', { variableId: 'v:A' }),
      when('if', { comparisonOperator: 'Equal to', value: 'Ann' }),
      text('u', 'Not Ann'),
    );
    for (const [name, said] of [
      ['Ann', []],
      ['Bob', ['Not Ann']],
    ] as const) {
      const chat = chatWith(result);
      chat.reply(name);
      expect(chat.said).toEqual(said);
      expect(chat.isOver).toBe(true);
    }
  });

  it('[IM60] a branch A without an edge is branch B', () => {
    const test = block('ab', 'AB test', {}, { items: [{ id: 'a' }, { id: 'b', outgoingEdgeId: 'b>g2' }] });
    const result = imported(
      [
        { id: 'g', blocks: [text('t', 'Hi'), test] },
        { id: 'g2', blocks: [text('u', 'B')] },
      ],
      { edges: ['b>g2'] },
    );
    expect(chatWith(result).said).toEqual(['Hi', 'B']);
  });

  it('[IM63] a return without a jump before it goes on', () => {
    const result = alone(block('back', 'Return'), text('u', 'After'));
    expect(chatWith(result).said).toEqual(['Hi', 'After']);
    expect(connectionsOf(result)).toContain('welcome.$success--u');
  });

  it('[IM63] names a return to which jumps and other ways lead, and jumps that may end without one', () => {
    const result = imported(
      [
        { id: 'g', blocks: [text('t', 'Hi'), block('go', 'Jump', { groupId: 'sub' }), text('u', 'Back', 'u>sub')] },
        {
          id: 'sub',
          blocks: [
            block('ask', 'text input', { variableId: 'v:A' }),
            when('if', { comparisonOperator: 'Is set' }),
            block('r', 'Return'),
            text('v', 'After'),
          ],
        },
      ],
      { edges: ['u>sub'] },
    );
    expect(differencesOf(result)).toEqual(
      expect.arrayContaining(['/groups/0/blocks/1 changed link-outside', '/groups/1/blocks/2 changed link-outside']),
    );
  });
});

describe('answers', () => {
  const pick = (options: { readonly [name: string]: Json }, ...labels: readonly string[]) =>
    block('pick', 'choice input', options, { items: labels.map((content) => ({ id: content, content })) });

  it('[IM62] without a value of the list the fixed choices are offered', () => {
    const result = alone(pick({ dynamicVariableId: 'v:List', variableId: 'v:A' }, 'Other'), text('u', 'You: {{A}}'));
    expect(chatWith(result).buttons).toEqual(['Other']);
    expect(chatWith(result, { fields: { List: ['One', 'Two'] } }).buttons).toEqual(['One', 'Two']);
  });

  it('[IM64] several choices are one text', () => {
    const result = alone(
      pick({ variableId: 'v:A', isMultipleChoice: true }, 'One', 'Two', 'Three'),
      text('u', 'You chose {{A}}.'),
    );
    const chat = chatWith(result);
    chat.reply('One, Three');
    expect(chat.fields).toEqual({ A: 'One, Three' });
    expect(chat.said).toEqual(['You chose One, Three.']);
  });

  it('[IM65] names blanks around a text only where another block reads it', () => {
    const ask = block('ask', 'text input', { variableId: 'v:A' });
    const set = block('set', 'Set variable', { variableId: 'v:B', expressionToEvaluate: '{{A}} + 1' });
    const entries = (...blocks: readonly ReturnType<typeof block>[]) =>
      messagesOf(alone(ask, ...blocks), '/groups/0/blocks/1').filter((message) => message.includes('Blanks'));
    expect([entries(), entries(text('u', 'Hello {{A}}')), entries(set).length]).toEqual([[], [], 1]);
  });

  it.for<readonly [string, string]>([
    ['email input', 'capital letters'],
    ['number input', '12 people'],
    ['phone number input', 'country'],
    ['url input', 'https://'],
    ['date input', 'tomorrow'],
    ['rating input', 'scale'],
  ])('[IM65] names how %s is read', ([type, words]) => {
    const messages = messagesOf(alone(block('ask', type, { variableId: 'v:A' })), '/groups/0/blocks/1');
    expect(messages.join(' ')).toContain(words);
  });

  it('[IM66] a date is a text in the form of its question', () => {
    const result = alone(block('when', 'date input', { variableId: 'v:A' }), text('u', 'On {{A}}'));
    const chat = chatWith(result);
    chat.reply('15/06/2026');
    expect(chat.said).toEqual(['On 15/06/2026']);
    expect(chat.fields).toEqual({ A: '15/06/2026' });
  });

  it('[IM67] a card saves its title, and behind it what else the source saves', () => {
    const cards = block(
      'cards',
      'cards',
      {
        saveResponseMapping: [
          { id: 'm', field: 'Title', variableId: 'v:A' },
          { id: 'n', field: 'Button', variableId: 'v:B' },
        ],
      },
      {
        items: [
          { id: 'c', title: 'First', paths: [{ id: 'p', text: 'Take' }] },
          { id: 'd', title: 'Second', paths: [{ id: 'q', text: 'Leave' }] },
        ],
      },
    );
    const chat = chatWith(alone(cards, text('u', 'Done')));
    chat.press('Second');
    expect(chat.fields).toEqual({ A: 'Second', B: 'Leave' });
    expect(chat.said).toEqual(['Done']);
  });
});

describe('values', () => {
  it('[IM61] a comparison with capital letters is named only where they can matter', () => {
    const pick = block('pick', 'choice input', { variableId: 'v:A' }, { items: [{ id: 'i', content: 'Ann' }] });
    const compare = when('if', { comparisonOperator: 'Equal to', value: 'Ann' });
    expect(messagesOf(alone(pick, compare), '/groups/0/blocks/2/items/0')).toEqual([]);
    const typed = block('ask', 'text input', { variableId: 'v:A' });
    expect(messagesOf(alone(typed, compare), '/groups/0/blocks/2/items/0')).toEqual([
      'The comparison distinguished capital letters, and does not any more.',
    ]);
  });

  it('[IM61] names a comparison of a number with other digits, and of a text by its length', () => {
    const number = block('ask', 'number input', { variableId: 'v:A' });
    const same = when('if', { comparisonOperator: 'Equal to', value: '10.0' });
    expect(messagesOf(alone(number, same), '/groups/0/blocks/2/items/0')).toHaveLength(1);
    const greater = when('if', { comparisonOperator: 'Greater than', value: '3' });
    expect(messagesOf(alone(number, greater), '/groups/0/blocks/2/items/0')).toEqual([]);
    const typed = block('ask', 'text input', { variableId: 'v:A' });
    expect(messagesOf(alone(typed, greater), '/groups/0/blocks/2/items/0')).toHaveLength(1);
  });

  it('[IM68] a sum is named where the variable may have no value', () => {
    const sum = set('A', '{{A}} + 5');
    expect(messagesOf(alone(sum), '/groups/0/blocks/1')).toEqual([
      'Before, without a value the Field became “null”; now no value counts as 0.',
    ]);
    expect(messagesOf(alone(set('A', '0'), sum), '/groups/0/blocks/2')).toEqual([]);
  });

  it('[IM68] a formula is named where a value may be no number, or has a fraction', () => {
    const number = block('ask', 'number input', { variableId: 'v:B' });
    expect(messagesOf(alone(number, set('A', '{{B}} * 2')), '/groups/0/blocks/2')).toEqual([]);
    expect(messagesOf(alone(number, set('A', '{{B}} / 3')), '/groups/0/blocks/2')).toHaveLength(1);
    expect(messagesOf(alone(set('A', '{{B}} * 2')), '/groups/0/blocks/1')).toHaveLength(1);
  });

  it('[IM22] a list in brackets is a list, and a variable in three braces is none', () => {
    const result = alone(set('List', '["Ann", "Bob"]'), set('A', '`Hi $'.concat('{{{B}}}!`')));
    expect(blocksOf(result)).toMatchObject({
      setList14: ['set_field', { field: 'List', action: 'SET', value: ['Ann', 'Bob'] }],
      setA14: ['set_field', { field: 'A', action: 'SET', value: '`Hi $'.concat('{@{B}}!`') }],
    });
  });

  it('[IM69] names texts with a value in which Markdown may be', () => {
    const pick = block('pick', 'choice input', { variableId: 'v:A' }, { items: [{ id: 'i', content: 'Ann' }] });
    expect(messagesOf(alone(pick, text('u', 'You: {{A}}')), '/groups/0/blocks/2')).toEqual([]);
    const typed = block('ask', 'text input', { variableId: 'v:A' });
    expect(messagesOf(alone(typed, text('u', 'You: {{A}}')), '/groups/0/blocks/2')).toEqual([
      'Markdown in the value of “A” is shown as it is written.',
    ]);
    const go = block('go', 'Redirect', { url: 'https://a.example/{{A}}' });
    expect(messagesOf(alone(typed, go), '/groups/0/blocks/2')).toEqual([
      'Values of variables in the address are percent-encoded.',
    ]);
  });
});

describe('models', () => {
  const transcript = block('all', 'Set variable', { variableId: 'v:A', type: 'Transcript' });

  it('[IM70] a model gets the conversation in place of its transcript', () => {
    const model = block('ask', 'openai', {
      action: 'Create chat completion',
      model: 'small',
      messages: [
        { id: '1', role: 'system', content: 'Sum up.' },
        { id: '2', role: 'user', content: 'So far: {{A}}' },
      ],
      responseMapping: [{ item: 'Message content', variableId: 'v:B' }],
    });
    const result = alone(transcript, model);
    expect(blocksOf(result)['ask']).toEqual([
      'language_model',
      {
        model: 'small',
        instructions: 'Sum up.',
        input: 'So far: @{#transcript}',
        history: 'none',
        say: false,
        destination: 'B',
      },
    ]);
    expect(result.bots[0]?.needs).toEqual([{ kind: 'model', name: 'small', block_id: 'ask' }]);
    expect(messagesOf(result, '/groups/0/blocks/1')).toEqual([
      'The Field “A” has no value: models and e-mails get the conversation in its place.',
    ]);
  });

  it('[IM70] a transcript in instructions is the history', () => {
    const messages = [{ id: '1', role: 'system', content: 'Sum up {{A}}.' }];
    const model = block('ask', 'openai', { action: 'Create chat completion', model: 'small', messages });
    expect(blocksOf(alone(transcript, model))['ask']).toMatchObject([
      'language_model',
      { instructions: 'Sum up the conversation.', history: 'conversation' },
    ]);
  });

  it('[IM70] a model that remembers its answers reads the conversation', () => {
    const model = block('ask', 'openai', {
      action: 'Ask Model',
      model: 'small',
      message: '{{B}}',
      instructions: 'Help.',
      responseIdVariableId: 'v:C',
      responseMapping: [{ variableId: 'v:A' }],
    });
    expect(blocksOf(alone(model))['ask']).toMatchObject([
      'language_model',
      { instructions: 'Help.', input: '@{B}', history: 'conversation', destination: 'A' },
    ]);
  });
});
