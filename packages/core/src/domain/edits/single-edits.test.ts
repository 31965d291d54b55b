import { describe, expect, it } from 'vitest';
import {
  applied,
  botUuid,
  diagramOf,
  editContext,
  otherUuid,
  problemsOf,
  storedConnection,
  storedNode,
} from '../../../test/edit-context.ts';
import { createCatalog } from '../blocks/catalog.ts';
import { type Diagram, startDiagram } from '../diagram/diagram.ts';
import { type BlocksInput, botIdsInChangeSet } from './change-set.ts';
import { addBlocks, deleteBlock, editBlock } from './single-edits.ts';

const question = storedNode('welcome', 'yes_no', { text: 'Go on?', version: 3 });
const menu = storedNode('menu', 'buttons', { text: '?', buttons: [{ id: 'a' }], version: 3 });
const toMenu = storedConnection('welcome', '$yes', 'menu');
const back = storedConnection('menu', '$a', 'welcome');
const diagram = diagramOf([question, menu], [toMenu, back]);

describe('addBlocks', () => {
  it('[ED22] adds blocks and connections, between each other and to stored ones', () => {
    const input = {
      blocks: [
        { id: 'x', type: 'send_text', params: { text: 'x' }, top: 0, left: 0 },
        { type: 'close_chat', top: 0, left: 0 },
      ],
      connections: [
        { sourcePath: 'welcome', type: '$no', targetPath: 'x' },
        { sourcePath: 'x', type: '$success', targetPath: 'n0' },
      ],
    };
    expect(applied(addBlocks(diagram, input, editContext))).toEqual({
      diagram: diagramOf(
        [question, menu, storedNode('x', 'chat', { text: 'x', version: 3 }), storedNode('n0', 'close', { version: 3 })],
        [toMenu, back, storedConnection('welcome', '$no', 'x'), storedConnection('x', '$success', 'n0')],
      ),
      removedConnections: [],
    });
  });

  it('[KW2] nothing may lead to keywords that are added, or edited and do not say', () => {
    const added = addBlocks(diagram, { blocks: [{ id: 'words', type: 'keywords' }] }, editContext);
    expect(applied(added).diagram.nodes['words']).toMatchObject({ isTarget: false });
    const { isTarget: _, ...stored } = storedNode('words', 'keywords', { version: 3 });
    const edited = editBlock(diagramOf([question, stored], []), 'words', { top: 5 }, editContext);
    expect(applied(edited).diagram.nodes['words']).toMatchObject({ isTarget: false });
  });

  it.for<readonly [string, BlocksInput, readonly string[]]>([
    ['a type', { blocks: [{ id: 'x', type: 'no' }] }, ['block_type_unknown /nodes/x']],
    ['an id', { blocks: [{ id: 'menu', type: 'close_chat' }] }, ['block_id_taken /nodes/menu']],
    [
      'an output',
      {
        blocks: [{ id: 'x', type: 'send_text' }],
        connections: [{ sourcePath: 'x', type: 'success', targetPath: 'menu' }],
      },
      ['output_unknown /connections/x.success--menu'],
    ],
    [
      'both ends',
      {
        blocks: [{ id: 'x', type: 'send_text' }],
        connections: [{ sourcePath: 'y', type: '$success', targetPath: 'z' }],
      },
      ['connection_source_unknown /connections/y.$success--z', 'connection_target_unknown /connections/y.$success--z'],
    ],
    [
      'a linked bot',
      { blocks: [{ id: 'x', type: 'bot_link', params: { bot: otherUuid } }] },
      ['linked_bot_not_found /nodes/x/params/bot'],
    ],
  ])('[ED22] refuses all for %s', ([, input, problems]) => {
    const blocks = [{ id: 'fine', type: 'close_chat' }, ...input.blocks];
    expect(problemsOf(addBlocks(diagram, { ...input, blocks }, editContext))).toEqual(problems);
  });

  it('[ED22] other broken rules are no reason to refuse', () => {
    const input = {
      blocks: [
        { id: 'x', type: 'send_text', params: { text: 5 } },
        { id: 'y', type: 'ask_question' },
      ],
      connections: [
        { sourcePath: 'welcome', type: '$yes', targetPath: 'x' },
        { id: 'odd', sourcePath: 'welcome', type: '$no', targetPath: 'x' },
      ],
    };
    expect(addBlocks(diagram, input, editContext).kind).toBe('applied');
  });
});

describe('editBlock', () => {
  it('[ED23] changes one block alone', () => {
    const result = applied(editBlock(diagram, 'menu', { name: 'Menu', top: 4 }, editContext));
    expect(result).toEqual({
      diagram: diagramOf([question, { ...menu, name: 'Menu', top: 4 }], [toMenu, back]),
      removedConnections: [],
    });
  });

  it('[ED23] is refused when it would remove an output that has a connection', () => {
    const result = editBlock(diagram, 'menu', { params: { text: '?', buttons: [{ id: 'b' }] } }, editContext);
    expect(problemsOf(result)).toEqual(['output_has_connection /connections/menu.$a--welcome']);
    expect(editBlock(diagram, 'menu', { params: { buttons: [{ id: 'b' }, { id: 'a' }] } }, editContext).kind).toBe(
      'applied',
    );
  });

  it('[ED23][EX1] is refused when it would remove an exit that has a connection', () => {
    const params = { text: '?', exits: [{ id: 'timeout', seconds: 60 }] };
    const timed = diagramOf(
      [question, storedNode('ask', 'var_email', params)],
      [storedConnection('ask', '$timeout', 'welcome')],
    );
    const result = editBlock(timed, 'ask', { params: { text: '?' } }, editContext);
    expect(problemsOf(result)).toEqual(['output_has_connection /connections/ask.$timeout--welcome']);
  });

  it('[ED23] is refused when the bot that it links to does not exist', () => {
    const from = diagramOf([storedNode('x', 'bot_link', { bot: 7 })]);
    expect(problemsOf(editBlock(from, 'x', { params: { bot: otherUuid } }, editContext))).toEqual([
      'linked_bot_not_found /nodes/x/params/bot',
    ]);
  });

  it.for(['x', '__proto__', 'constructor', 'number', 'nothing', 'list'])('[ED23] the block "%s" is absent', (id) => {
    const from: Diagram = { nodes: { number: 5, nothing: null, list: [] }, connections: {} };
    expect(editBlock(from, id, { top: 1 }, editContext)).toEqual({ kind: 'absent' });
  });
});

describe('deleteBlock', () => {
  it('[ED24] deletes the block and its connections', () => {
    expect(applied(deleteBlock(diagram, 'welcome'))).toEqual({
      diagram: diagramOf([menu]),
      removedConnections: [toMenu, back],
    });
  });

  it('[ED24] deletes any entry, including the start point', () => {
    expect(applied(deleteBlock(startDiagram(), 'hidden')).diagram).toEqual({ nodes: {}, connections: {} });
    expect(applied(deleteBlock({ nodes: { x: null }, connections: {} }, 'x')).diagram.nodes).toEqual({});
  });

  it.for(['x', '__proto__', 'constructor', ''])('[ED24] the block "%s" is absent', (id) => {
    expect(deleteBlock(diagram, id)).toEqual({ kind: 'absent' });
  });
});

it('[ED25] the bots that an edit names are listed once, in lower case', () => {
  const from: Diagram = {
    nodes: { link: storedNode('link', 'bot_link'), text: storedNode('text', 'chat'), odd: 5 },
    connections: {},
  };
  const ids = botIdsInChangeSet(
    from,
    {
      blocks: {
        add: [
          { type: 'bot_link', params: { bot: botUuid.toUpperCase() } },
          { type: 'bot_link', params: { bot: botUuid } },
          { type: 'bot_link', params: { bot: 7 } },
          { type: 'bot_link' },
          { type: 'nope', params: { bot: otherUuid } },
        ],
        update: [
          { id: 'link', params: { bot: otherUuid } },
          { id: 'link', top: 1 },
          { id: 'text', params: { bot: '0192aaaa-bbbb-7ccc-8ddd-000000000000' } },
          { id: 'odd', params: { bot: '0192aaaa-bbbb-7ccc-8ddd-000000000001' } },
          { id: 'nobody', params: { bot: '0192aaaa-bbbb-7ccc-8ddd-000000000002' } },
        ],
      },
    },
    createCatalog(),
  );
  expect(ids).toEqual([botUuid, otherUuid]);
  expect(botIdsInChangeSet(from, {}, createCatalog())).toEqual([]);
});
