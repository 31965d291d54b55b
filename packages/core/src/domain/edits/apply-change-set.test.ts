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
import { type Diagram, startDiagram } from '../diagram/diagram.ts';
import type { JsonObject } from '../json/json-value.ts';
import { applyChangeSet } from './apply-change-set.ts';
import type { BlockInput, ChangeSet } from './change-set.ts';

const welcome = storedNode('welcome', 'buttons', {
  text: 'Hi',
  buttons: [{ id: 'a' }, { id: 'b' }],
  version: 3,
});
const end = storedNode('end', 'close', { version: 3 });
const toEnd = storedConnection('welcome', '$a', 'end');
const again = storedConnection('welcome', '$b', 'welcome');
const diagram = diagramOf([welcome, end], [toEnd, again]);

function change(changeSet: ChangeSet, from: Diagram = diagram) {
  return applyChangeSet(from, changeSet, editContext);
}

function add(...blocks: BlockInput[]): ChangeSet {
  return { blocks: { add: blocks } };
}

describe('the set', () => {
  it('[ED1] entries may refer to blocks that a later entry adds or an earlier one deletes', () => {
    const { diagram: after, removedConnections } = applied(
      change({
        connections: {
          add: [{ sourcePath: 'welcome', type: '$b', targetPath: 'new' }],
          delete: [again['id'] as string],
        },
        blocks: { delete: ['end'], add: [{ id: 'new', type: 'close_chat' }] },
      }),
    );
    expect(Object.keys(after.nodes)).toEqual(['welcome', 'new']);
    expect(Object.keys(after.connections)).toEqual(['welcome.$b--new']);
    expect(removedConnections).toEqual([toEnd, again]);
  });

  it('[ED2] one problem prevents the whole change set, and every problem is reported', () => {
    const result = change({
      blocks: {
        add: [
          { id: 'fine', type: 'close_chat' },
          { id: 'end', type: 'send_text' },
          { type: 'no_block' },
          { id: 'link', type: 'bot_link', params: { bot: otherUuid } },
        ],
        update: [
          { id: 'nobody', top: 1 },
          { id: 'welcome', params: { text: 'Hi', buttons: [{ id: 'b' }] } },
        ],
      },
      connections: {
        add: [
          { sourcePath: 'welcome', type: '$c', targetPath: 'nowhere' },
          { sourcePath: 'nowhere', type: '$a', targetPath: 'fine' },
        ],
      },
    });
    expect(problemsOf(result)).toEqual([
      'block_id_taken /nodes/end',
      'block_type_unknown /nodes/n0',
      'linked_bot_not_found /nodes/link/params/bot',
      'block_unknown /nodes/nobody',
      'output_has_connection /connections/welcome.$a--end',
      'output_unknown /connections/welcome.$c--nowhere',
      'connection_target_unknown /connections/welcome.$c--nowhere',
      'connection_source_unknown /connections/nowhere.$a--fine',
    ]);
  });

  it('[ED2] each problem names its entry', () => {
    const result = change({
      blocks: { add: [{ id: 'a/b', type: 'x' }], update: [{ id: 'welcome', params: {} }] },
      connections: { add: [{ sourcePath: 'welcome', type: '$z', targetPath: 'no' }] },
    });
    expect(result.kind === 'refused' && result.violations).toEqual([
      {
        code: 'block_type_unknown',
        message: 'Block "a/b" has the type "x", of which no block can be added.',
        blockId: 'a/b',
        pointer: '/nodes/a~1b',
        severity: 'error',
      },
      {
        code: 'output_has_connection',
        message: 'Block "welcome" would lose the output "$a", from which a connection leaves.',
        blockId: 'welcome',
        connectionId: 'welcome.$a--end',
        output: '$a',
        pointer: '/connections/welcome.$a--end',
        severity: 'error',
      },
      {
        code: 'output_has_connection',
        message: 'Block "welcome" would lose the output "$b", from which a connection leaves.',
        blockId: 'welcome',
        connectionId: 'welcome.$b--welcome',
        output: '$b',
        pointer: '/connections/welcome.$b--welcome',
        severity: 'error',
      },
      {
        code: 'output_unknown',
        message: 'Block "welcome" has no output "$z"; it has none.',
        blockId: 'welcome',
        connectionId: 'welcome.$z--no',
        output: '$z',
        pointer: '/connections/welcome.$z--no',
        severity: 'error',
      },
      {
        code: 'connection_target_unknown',
        message: 'A connection ends at "no", which is not a block.',
        connectionId: 'welcome.$z--no',
        pointer: '/connections/welcome.$z--no',
        severity: 'error',
      },
    ]);
  });

  it('[ED2] a message shortens what it quotes, and the other members do not', () => {
    const id = 'x'.repeat(1_000);
    const result = change(add({ id, type: 'x' }));
    expect(result.kind === 'refused' && result.violations).toEqual([
      {
        code: 'block_type_unknown',
        message: `Block "${'x'.repeat(40)}…" has the type "x", of which no block can be added.`,
        blockId: id,
        pointer: `/nodes/${id}`,
        severity: 'error',
      },
    ]);
  });

  it('[ED3] a problem of a block without an id names its place in the request', () => {
    const result = change(add({ id: 'n0', type: 'close_chat' }, { type: 'x' }));
    expect(result.kind === 'refused' && result.violations).toEqual([
      {
        code: 'block_type_unknown',
        message: 'The block without an id at index 1 has the type "x", of which no block can be added.',
        pointer: '/nodes/n1',
        severity: 'error',
      },
    ]);
    const linked = change(add({ type: 'bot_link', params: { bot: otherUuid } }));
    expect(linked.kind === 'refused' && linked.violations).toEqual([
      {
        code: 'linked_bot_not_found',
        message: 'The block without an id at index 0 links to a bot that does not exist.',
        param: 'bot',
        pointer: '/nodes/n0/params/bot',
        severity: 'error',
      },
    ]);
  });

  it('[ED15] deleting an entry that does not exist is no problem', () => {
    const result = applied(
      change({ blocks: { delete: ['x', '__proto__'] }, connections: { delete: ['y', 'constructor'] } }),
    );
    expect(result).toEqual({ diagram, removedConnections: [] });
  });

  it('[ED30] unchanged entries are shared, and the result is frozen', () => {
    const from = structuredClone(diagram);
    const { diagram: after } = applied(change({ blocks: { update: [{ id: 'end', top: 5 }] } }, from));
    expect(after.nodes['welcome']).toBe(from.nodes['welcome']);
    expect(after.connections).toBe(from.connections);
    expect(Object.isFrozen((after.nodes['welcome'] as JsonObject)['params'])).toBe(true);
    expect(Object.isFrozen(after.nodes['end'])).toBe(true);
    expect(from.nodes['end']).toEqual(end);
  });

  it('[ED30] the input is copied, and not frozen', () => {
    const params = { text: 'a', more: { list: [1] } };
    const { diagram: after } = applied(change(add({ id: 'x', type: 'send_text', params })));
    params.more.list.push(2);
    expect(after.nodes['x']).toMatchObject({ params: { more: { list: [1] } } });
  });

  it('[ED30] a set that changes nothing returns the same diagram', () => {
    expect(applied(change({})).diagram).toBe(diagram);
  });
});

describe('blocks', () => {
  it('[ED4][ED5] a block with only the required members gets the others', () => {
    const { diagram: after } = applied(change(add({ type: 'webhook' })));
    expect(after.nodes['n0']).toEqual({
      id: 'n0',
      path: 'n0',
      template: 'webhook',
      params: { method: 'POST', version: 3 },
      top: 0,
      left: 0,
      isTarget: true,
    });
  });

  it('[ED5] a block with all members keeps them', () => {
    const params = { text: 'Hi', version: 2, mine: null };
    const { diagram: after } = applied(
      change(add({ id: 'x', type: 'send_text', name: 'Hello', params, top: -3.5, left: 7 })),
    );
    expect(after.nodes['x']).toEqual({
      id: 'x',
      path: 'x',
      template: 'chat',
      params,
      top: -3.5,
      left: 7,
      isTarget: true,
      name: 'Hello',
    });
  });

  it.for(['chat', 'hidden', 'nope', '', '__proto__', 'constructor'])('[ED6] a "%s" cannot be placed', (type) => {
    expect(problemsOf(change(add({ id: 'x', type })))).toEqual(['block_type_unknown /nodes/x']);
  });

  it.for<readonly [string, ChangeSet, readonly string[]]>([
    ['a stored one', add({ id: 'end', type: 'close_chat' }), ['block_id_taken /nodes/end']],
    [
      'another one of the set',
      add({ id: 'x', type: 'close_chat' }, { id: 'x', type: 'close_chat' }),
      ['block_id_taken /nodes/x'],
    ],
    [
      'two others of the set, and a stored one',
      add({ id: 'end', type: 'close_chat' }, { id: 'end', type: 'close_chat' }, { id: 'end', type: 'close_chat' }),
      ['block_id_taken /nodes/end', 'block_id_taken /nodes/end', 'block_id_taken /nodes/end'],
    ],
  ])('[ED7] the id of %s is taken', ([, set, problems]) => {
    expect(problemsOf(change(set))).toEqual(problems);
  });

  it('[ED7] the id of a malformed entry is taken', () => {
    const from = { nodes: { x: 5 }, connections: {} };
    expect(problemsOf(change(add({ id: 'x', type: 'close_chat' }), from))).toEqual(['block_id_taken /nodes/x']);
  });

  it.for<readonly [string, ChangeSet]>([
    ['is not there', { blocks: { update: [{ id: 'x', top: 1 }] } }],
    ['is only added by the set', { blocks: { add: [{ id: 'x', type: 'close_chat' }], update: [{ id: 'x', top: 1 }] } }],
    ['is deleted by the set', { blocks: { delete: ['x'], update: [{ id: 'x', top: 1 }] } }],
  ])('[ED8] a block that %s cannot be updated', ([, set]) => {
    expect(problemsOf(change(set))).toEqual(['block_unknown /nodes/x']);
  });

  it('[ED8] a stored block that is deleted, or replaced, cannot be updated', () => {
    const update = [{ id: 'end', top: 1 }];
    expect(problemsOf(change({ blocks: { delete: ['end'], update } }))).toEqual(['block_unknown /nodes/end']);
    expect(
      problemsOf(change({ blocks: { delete: ['end'], add: [{ id: 'end', type: 'close_chat' }], update } })),
    ).toEqual(['block_unknown /nodes/end']);
  });

  it.for([5, null, 'x', [1]])('[ED8] an entry that is %j cannot be updated', (entry) => {
    const from = { nodes: { x: entry }, connections: {} };
    expect(problemsOf(change({ blocks: { update: [{ id: 'x', top: 1 }] } }, from))).toEqual(['block_unknown /nodes/x']);
  });

  it('[ED9] a block cannot be updated twice', () => {
    const update = [
      { id: 'end', top: 1 },
      { id: 'end', left: 1 },
    ];
    expect(problemsOf(change({ blocks: { update } }))).toEqual(['block_id_taken /nodes/end']);
  });

  it.for<readonly [string, Omit<NonNullable<NonNullable<ChangeSet['blocks']>['update']>[number], 'id'>, JsonObject]>([
    ['nothing', {}, {}],
    ['a name', { name: 'End' }, { name: 'End' }],
    ['an empty name', { name: '' }, { name: '' }],
    ['one coordinate', { top: 9 }, { top: 9 }],
    ['params', { params: { text: 'Bye' } }, { params: { text: 'Bye', version: 3 } }],
    ['all', { params: {}, name: 'E', top: 1, left: 2 }, { params: { version: 3 }, name: 'E', top: 1, left: 2 }],
  ])('[ED10] an update with %s writes that alone', ([, edit, written]) => {
    const from = diagramOf([{ ...end, notes: [null] }]);
    const { diagram: after } = applied(change({ blocks: { update: [{ id: 'end', ...edit }] } }, from));
    expect(after.nodes['end']).toEqual({ ...end, notes: [null], ...written });
  });

  it('[ED10] an update repairs a malformed block', () => {
    const from: Diagram = { nodes: { x: { template: 'chat', params: [1], top: 'far' } }, connections: {} };
    const { diagram: after } = applied(
      change({ blocks: { update: [{ id: 'x', params: { text: 'a' }, top: 1 }] } }, from),
    );
    expect(after.nodes['x']).toEqual({
      template: 'chat',
      params: { text: 'a', version: 3 },
      top: 1,
      isTarget: true,
    });
  });

  it('[ED11] links of added and updated blocks are completed', () => {
    const from = diagramOf([storedNode('old', 'bot_link', { bot: 7, version: 3 })]);
    const { diagram: after } = applied(
      change(
        {
          blocks: {
            add: [{ id: 'new', type: 'bot_link', params: { bot: botUuid.toUpperCase() } }],
            update: [{ id: 'old', params: { bot: botUuid, node: 'x' } }],
          },
        },
        from,
      ),
    );
    const additions = { bot: 42, bot_number: 42, bot_channel_family: 'native', bot_name: 'Other', version: 3 };
    expect(after.nodes['new']).toMatchObject({ params: additions });
    expect(after.nodes['old']).toMatchObject({ params: { ...additions, node: 'x' } });
  });

  it('[ED11] the link of a block that only moves is not looked up', () => {
    const from = diagramOf([storedNode('old', 'bot_link', { bot: otherUuid })]);
    const { diagram: after } = applied(change({ blocks: { update: [{ id: 'old', top: 1 }] } }, from));
    expect(after.nodes['old']).toMatchObject({ params: { bot: otherUuid }, top: 1 });
  });

  it('[ED11] a link that is changed to a number keeps nothing of the other bot', () => {
    const params = { bot: 42, bot_number: 42, bot_channel_family: 'native', bot_name: 'Other', version: 3 };
    const from = diagramOf([storedNode('old', 'bot_link', params)]);
    const { diagram: after } = applied(change({ blocks: { update: [{ id: 'old', params: { bot: 7 } }] } }, from));
    expect(after.nodes['old']).toMatchObject({ params: { bot: 7, version: 3 } });
    expect((after.nodes['old'] as JsonObject)['params']).not.toHaveProperty('bot_name');
  });
});

describe('[ED12] removed outputs', () => {
  const onlyB = { id: 'welcome', params: { text: 'Hi', buttons: [{ id: 'b' }] } };

  it('[ED12] a connection that stays is a problem', () => {
    expect(problemsOf(change({ blocks: { update: [onlyB] } }))).toEqual([
      'output_has_connection /connections/welcome.$a--end',
    ]);
  });

  it('[ED12] a connection that is added again is a problem too', () => {
    const { id: _id, ...ends } = toEnd;
    const set = { blocks: { update: [onlyB] }, connections: { add: [ends as never], delete: [toEnd['id'] as string] } };
    expect(problemsOf(change(set))).toEqual(['output_has_connection /connections/welcome.$a--end']);
  });

  it.for<readonly [string, ChangeSet]>([
    ['that is deleted', { blocks: { update: [onlyB] }, connections: { delete: [toEnd['id'] as string] } }],
    ['whose other end is deleted', { blocks: { update: [onlyB], delete: ['end'] } }],
  ])('[ED12] a connection %s is not', ([, set]) => {
    expect(applied(change(set)).removedConnections).toEqual([toEnd]);
  });

  it('[ED12] each connection from the output is reported', () => {
    const second = storedConnection('welcome', '$a', 'welcome');
    const from = diagramOf([welcome, end], [toEnd, again, second]);
    expect(problemsOf(change({ blocks: { update: [onlyB] } }, from))).toEqual([
      'output_has_connection /connections/welcome.$a--end',
      'output_has_connection /connections/welcome.$a--welcome',
    ]);
  });

  it('[ED12] a name that was no output before is not a removed output', () => {
    const from = diagramOf([welcome, end], [storedConnection('welcome', '$gone', 'end')]);
    expect(change({ blocks: { update: [onlyB] } }, from).kind).toBe('applied');
  });

  it('[ED12] an output that is unknown is not removed', () => {
    const sheet = storedNode('sheet', 'spreadsheets', { action: 'insert_row' });
    const from = diagramOf([sheet, end], [storedConnection('sheet', '$success', 'end')]);
    expect(change({ blocks: { update: [{ id: 'sheet', params: { action: 'x' } }] } }, from).kind).toBe('applied');
    const foreign = diagramOf([storedNode('x', 'foreign'), end], [storedConnection('x', '$a', 'end')]);
    expect(change({ blocks: { update: [{ id: 'x', params: {} }] } }, foreign).kind).toBe('applied');
  });

  it('[ED12] malformed connections are ignored', () => {
    const from = { nodes: diagram.nodes, connections: { a: 5, b: null, c: { sourcePath: 'welcome', type: 5 }, d: [] } };
    expect(applied(change({ blocks: { update: [onlyB] } }, from)).diagram.connections).toEqual(from.connections);
  });
});

describe('connections', () => {
  it('[ED16] deleting a block deletes its connections, in either direction', () => {
    const { diagram: after, removedConnections } = applied(change({ blocks: { delete: ['welcome'] } }));
    expect(after).toEqual(diagramOf([end]));
    expect(removedConnections).toEqual([toEnd, again]);
  });

  it('[ED16] connections belong to a block by its key, not by its path', () => {
    const from: Diagram = {
      nodes: { a: { ...end, id: 'z', path: 'z' }, b: end },
      connections: { x: { sourcePath: 'z', targetPath: 'b' }, y: { sourcePath: 'b', targetPath: 'a' } },
    };
    expect(applied(change({ blocks: { delete: ['a'] } }, from)).diagram.connections).toEqual({
      x: { sourcePath: 'z', targetPath: 'b' },
    });
  });

  it('[ED16][ED21] malformed connections are removed when an end can be read, and are returned when they are objects', () => {
    const from: Diagram = {
      nodes: { a: 5, b: {} },
      connections: {
        'a.$x--b': 'a.$x--b',
        one: { sourcePath: 'a' },
        two: { targetPath: 'a', sourcePath: 7, note: null },
        three: ['a'],
        four: { sourcePath: ['a'], targetPath: null },
        five: null,
      },
    };
    const { diagram: after, removedConnections } = applied(change({ blocks: { delete: ['a'] } }, from));
    expect(Object.keys(after.connections)).toEqual(['a.$x--b', 'three', 'four', 'five']);
    expect(removedConnections).toEqual([{ sourcePath: 'a' }, { targetPath: 'a', sourcePath: 7, note: null }]);

    const gone = applied(change({ connections: { delete: ['a.$x--b', 'three', 'four', 'five'] } }, after));
    expect(gone.diagram.connections).toEqual({});
    expect(gone.removedConnections).toEqual([{ sourcePath: ['a'], targetPath: null }]);
  });

  it('[ED17] a connection that is deleted and added again stays as it is stored', () => {
    const painted = { ...toEnd, color: 'red' };
    const from = diagramOf([welcome, end], [painted]);
    const result = applied(
      change(
        {
          connections: {
            delete: ['welcome.$a--end'],
            add: [{ sourcePath: 'welcome', type: '$a', targetPath: 'end' }],
          },
        },
        from,
      ),
    );
    expect(result).toEqual({ diagram: from, removedConnections: [] });
  });

  it('[ED18] both ends and the output are checked against the resulting diagram', () => {
    const problems = problemsOf(
      change({
        blocks: { add: [{ id: 'new', type: 'ask_yes_no' }], delete: ['end'] },
        connections: {
          add: [
            { sourcePath: 'new', type: '$yes', targetPath: 'welcome' },
            { sourcePath: 'new', type: 'yes', targetPath: 'welcome' },
            { sourcePath: 'new', type: '$no', targetPath: 'end' },
            { sourcePath: 'end', type: '$x', targetPath: '__proto__' },
          ],
        },
      }),
    );
    expect(problems).toEqual([
      'output_unknown /connections/new.yes--welcome',
      'connection_target_unknown /connections/new.$no--end',
      'connection_source_unknown /connections/end.$x--__proto__',
      'connection_target_unknown /connections/end.$x--__proto__',
    ]);
  });

  it('[ED18] says which end is no block', () => {
    const result = change({ connections: { add: [{ sourcePath: 'x', type: '$x', targetPath: 'y' }] } });
    expect(result.kind === 'refused' && result.violations.map(({ message }) => message)).toEqual([
      'A connection leaves "x", which is not a block.',
      'A connection ends at "y", which is not a block.',
    ]);
  });

  it('[ED18] outputs are the outputs after the updates in the set', () => {
    const set = (type: string) => ({
      blocks: { update: [{ id: 'welcome', params: { buttons: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] } }] },
      connections: { add: [{ sourcePath: 'welcome', type, targetPath: 'end' }] },
    });
    expect(applied(change(set('$c'))).diagram.connections).toHaveProperty(['welcome.$c--end']);
    expect(problemsOf(change(set('$d')))).toEqual(['output_unknown /connections/welcome.$d--end']);
  });

  it('[ED18] a block that has a problem itself counts as existing, with any output', () => {
    const problems = problemsOf(
      change({
        blocks: {
          add: [
            { id: 'x', type: 'nope' },
            { id: 'end', type: 'send_text' },
          ],
        },
        connections: {
          add: [
            { sourcePath: 'x', type: '$any', targetPath: 'end' },
            { sourcePath: 'end', type: '$any', targetPath: 'x' },
          ],
        },
      }),
    );
    expect(problems).toEqual(['block_type_unknown /nodes/x', 'block_id_taken /nodes/end']);
  });

  it.for<readonly [string, Diagram]>([
    ['the catalog does not cover', diagramOf([storedNode('x', 'foreign'), end])],
    ['is the start point', { nodes: { x: storedNode('hidden', 'hidden'), end }, connections: {} }],
    ['is malformed', { nodes: { x: 5, end }, connections: {} }],
    ['has a list for params', { nodes: { x: { template: 'close', params: [] }, end }, connections: {} }],
  ])('[ED18] a block that %s has any output', ([, from]) => {
    const set = { connections: { add: [{ sourcePath: 'x', type: 'any', targetPath: 'end' }] } };
    expect(change(set, from).kind).toBe('applied');
  });

  it('[ED19] adding a connection that exists already changes nothing, even if it is broken', () => {
    const broken = storedConnection('welcome', '$gone', 'nowhere');
    const from = diagramOf([welcome, end], [toEnd, { ...broken, id: broken['id'] as string }]);
    const ends = ({ type, sourcePath, targetPath }: JsonObject) => ({ type, sourcePath, targetPath }) as never;
    const set = { connections: { add: [ends(toEnd), ends(broken), ends(toEnd)] } };
    expect(applied(change(set, from))).toEqual({ diagram: from, removedConnections: [] });
  });

  it('[ED19] a connection that is given twice is added once', () => {
    const one = { sourcePath: 'welcome', type: '$b', targetPath: 'end' };
    const { diagram: after } = applied(change({ connections: { add: [one, { id: 'welcome.$b--end', ...one }] } }));
    expect(after.connections).toEqual({
      ...diagram.connections,
      'welcome.$b--end': storedConnection('welcome', '$b', 'end'),
    });
  });

  it('[ED20] two connections with one id and different ends are a problem', () => {
    const one = { id: 'x', sourcePath: 'welcome', type: '$b', targetPath: 'end' };
    expect(problemsOf(change({ connections: { add: [one, { ...one, type: '$a' }] } }))).toEqual([
      'connection_id_mismatch /connections/x',
    ]);
    for (const other of [{ type: '$b' }, { sourcePath: 'end' }, { targetPath: 'welcome' }]) {
      const stored = { id: 'welcome.$a--end', sourcePath: 'welcome', type: '$a', targetPath: 'end' };
      const result = change({ connections: { add: [{ ...stored, ...other }] } });
      expect(result.kind === 'refused' && result.violations).toContainEqual({
        code: 'connection_id_mismatch',
        message: 'There is another connection with the id "welcome.$a--end".',
        connectionId: 'welcome.$a--end',
        pointer: '/connections/welcome.$a--end',
        severity: 'error',
      });
    }
    const malformed = { nodes: diagram.nodes, connections: { x: 5 } };
    expect(problemsOf(change({ connections: { add: [one] } }, malformed))).toEqual([
      'connection_id_mismatch /connections/x',
    ]);
  });

  it('[ED20][ED21] the id of a removed connection can be used again', () => {
    const moved = { id: 'welcome.$a--end', sourcePath: 'welcome', type: '$b', targetPath: 'end' };
    const { diagram: after, removedConnections } = applied(
      change({ connections: { add: [moved], delete: ['welcome.$a--end'] } }),
    );
    expect(after.connections['welcome.$a--end']).toEqual(moved);
    expect(removedConnections).toEqual([toEnd]);
  });

  it('[ED29] a replaced block loses its connections, except connections that are added again', () => {
    const painted = { ...toEnd, color: 'red' };
    const from = diagramOf([welcome, end], [painted, again]);
    const replaced = { id: 'welcome', type: 'buttons', params: { text: 'New', buttons: [{ id: 'a' }] } };
    const { diagram: after, removedConnections } = applied(
      change(
        {
          blocks: { delete: ['welcome'], add: [replaced] },
          connections: { add: [{ sourcePath: 'welcome', type: '$a', targetPath: 'end' }] },
        },
        from,
      ),
    );
    expect(after.nodes['welcome']).toMatchObject({ params: { text: 'New' }, top: 0 });
    expect(after.connections).toEqual({ 'welcome.$a--end': painted });
    expect(removedConnections).toEqual([again]);
  });

  it('[ED29] a block that is replaced must have the outputs of what is added again', () => {
    const set = {
      blocks: { delete: ['welcome'], add: [{ id: 'welcome', type: 'send_text' }] },
      connections: { add: [{ sourcePath: 'welcome', type: '$a', targetPath: 'end' }] },
    };
    expect(problemsOf(change(set))).toEqual(['output_unknown /connections/welcome.$a--end']);
  });

  it('[ED31] a connection without an id gets the id derived from its ends, and a sent id is preserved', () => {
    const { diagram: after } = applied(
      change({
        connections: {
          add: [
            { sourcePath: 'welcome', type: '$b', targetPath: 'end' },
            { id: 'mine', sourcePath: 'welcome', type: '$b', targetPath: 'end' },
          ],
        },
      }),
    );
    const stored = storedConnection('welcome', '$b', 'end');
    expect(after.connections).toMatchObject({ 'welcome.$b--end': stored, mine: { ...stored, id: 'mine' } });
  });
});

describe('[ED32] hostile keys', () => {
  it.for(['__proto__', 'constructor', 'hasOwnProperty', '', 'é\u0000\ud800'])(
    '[ED32] a block "%s" is added, connected, updated, replaced and deleted',
    (id) => {
      const start = startDiagram();
      const added = applied(
        change(
          {
            blocks: { add: [{ id, type: 'ask_yes_no', params: JSON.parse('{"text": "?", "__proto__": 1}') }] },
            connections: { add: [{ id, sourcePath: id, type: '$yes', targetPath: id }] },
          },
          start,
        ),
      ).diagram;
      expect(Object.keys(added.nodes)).toEqual(['hidden', id]);
      expect(Object.getPrototypeOf(added.nodes)).toBe(Object.prototype);
      expect(added.nodes[id]).toEqual(
        storedNode(id, 'yes_no', JSON.parse('{"text": "?", "__proto__": 1, "version": 3}')),
      );
      expect(Object.isFrozen(added.nodes)).toBe(true);

      const updated = applied(change({ blocks: { update: [{ id, params: {}, top: 1 }] } }, added)).diagram;
      expect(updated.nodes[id]).toEqual({
        ...storedNode(id, 'yes_no', JSON.parse('{"__proto__": 1, "version": 3}')),
        top: 1,
      });
      expect(updated.connections[id]).toEqual({ id, type: '$yes', sourcePath: id, targetPath: id });

      const replaced = applied(change({ blocks: { delete: [id], add: [{ id, type: 'close_chat' }] } }, updated));
      expect(replaced.diagram.nodes[id]).toEqual(storedNode(id, 'close', { version: 3 }));
      expect(replaced.removedConnections).toEqual([{ id, type: '$yes', sourcePath: id, targetPath: id }]);

      expect(applied(change({ blocks: { delete: [id] } }, replaced.diagram)).diagram).toEqual(start);
    },
  );
});

describe('connections deleted by their output', () => {
  const other = storedConnection('end', '$a', 'welcome');
  const twin = { ...toEnd, id: 'twin' };
  const odd = { sourcePath: 'welcome', type: 7 };
  const many: Diagram = { ...diagramOf([welcome, end], [toEnd, again, other]) };
  const mixed: Diagram = { ...many, connections: { ...many.connections, twin, odd, none: null } };

  it('[ED35][ED21] all connections that leave the output are removed and returned', () => {
    const { diagram: after, removedConnections } = applied(
      change({ connections: { delete: [{ source_path: 'welcome', type: '$a' }] } }, mixed),
    );
    expect(Object.keys(after.connections)).toEqual([again['id'], other['id'], 'odd', 'none']);
    expect(removedConnections).toEqual([toEnd, twin]);
  });

  it('[ED35][ED15] can be mixed with ids; one that does not exist is no problem', () => {
    const deleted = [again['id'] as string, { source_path: '__proto__', type: 'constructor' }, 'gone'];
    const { removedConnections } = applied(change({ connections: { delete: deleted } }, mixed));
    expect(removedConnections).toEqual([again]);
  });

  it('[ED35][ED17] a connection that is added again stays, and one with another end replaces it', () => {
    const leaving = { source_path: 'welcome', type: '$a' };
    const same = { sourcePath: 'welcome', type: '$a', targetPath: 'end' };
    expect(applied(change({ connections: { delete: [leaving], add: [same] } })).removedConnections).toEqual([]);
    const moved = applied(change({ connections: { delete: [leaving], add: [{ ...same, targetPath: 'welcome' }] } }));
    expect(moved.removedConnections).toEqual([toEnd]);
    expect(Object.keys(moved.diagram.connections)).toEqual([again['id'], 'welcome.$a--welcome']);
  });

  it('[ED35][ED12] an output may be removed together with its connections', () => {
    const update = [{ id: 'welcome', params: { text: 'Hi', buttons: [{ id: 'b' }] } }];
    const result = change({ blocks: { update }, connections: { delete: [{ source_path: 'welcome', type: '$a' }] } });
    expect(applied(result).removedConnections).toEqual([toEnd]);
  });
});
