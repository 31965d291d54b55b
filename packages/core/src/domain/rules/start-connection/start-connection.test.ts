import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { connection, diagramOf, node } from '../../../../test/diagram-fixture.ts';
import { startDiagram } from '../../diagram/diagram.ts';

const question = (id: string) => node(id, 'var_text', { text: 'Your name?' });

it.for([
  ['native', 'welcome'],
  ['apichat', 'bot_start'],
] as const)('[RU17][RU20] %s has no greeting while the slot %s is empty', ([channelFamily, slot]) => {
  expect(violationsOf(startDiagram(), { channelFamily })).toEqual([
    {
      code: 'start_connection',
      message: `No block greets the visitor: on "${channelFamily}" that is the block "${slot}".`,
      pointer: '/nodes',
      severity: 'error',
      hint: `Add a block with the id "${slot}".`,
    },
  ]);
});

it.for([
  ['native', 'welcome'],
  ['msgapp', 'bot_start'],
  ['facebook', 'bot_start'],
  ['apichat', 'bot_start'],
  ['a family of the host', 'bot_start'],
] as const)('[RU19][RU20] on %s filling the slot %s is enough', ([channelFamily, slot]) => {
  expect(placesOf(diagramOf([question(slot)]), { channelFamily })).toEqual([]);
});

it('[RU20] a host may choose another greeting slot for a family', () => {
  const context = { channelFamily: 'kiosk', greetingSlots: new Map([['kiosk', 'splash']]) };
  expect(placesOf(diagramOf([question('splash')]), context)).toEqual([]);
  expect(placesOf(diagramOf([question('bot_start')]), context)).toEqual(['start_connection /nodes']);
});

it('[RU18] a connection from the start point leads to the slot and nowhere else', () => {
  const connections = ['welcome', 'other', 'nowhere'].map((target) => connection('hidden', `to ${target}`, target));
  expect(violationsOf(diagramOf([question('welcome'), question('other')], connections))).toEqual([
    {
      code: 'start_connection',
      message: 'The start point leads to "other", but should lead to "welcome".',
      blockId: 'hidden',
      connectionId: 'hidden.to other--other',
      pointer: '/connections/hidden.to other--other/targetPath',
      severity: 'error',
      hint: 'Remove the connection: the way from the start point to the greeting is implied.',
    },
    expect.objectContaining({ code: 'connection_target_unknown', connectionId: 'hidden.to nowhere--nowhere' }),
    expect.objectContaining({ code: 'start_connection', connectionId: 'hidden.to nowhere--nowhere' }),
  ]);
});

it('[RU17] deleting the greeting breaks the rule until the slot is filled again', () => {
  const { welcome, ...nodes } = greeted([]).nodes;
  expect(placesOf({ nodes, connections: {} })).toEqual(['start_connection /nodes']);
  expect(placesOf({ nodes: { ...nodes, welcome: welcome ?? {} }, connections: {} })).toEqual([]);
});
