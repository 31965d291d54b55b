import {
  addBlocks,
  createCatalog,
  type Diagram,
  type JsonObject,
  roomOfBlock,
  startDiagram,
} from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { layOut } from '../src/index.ts';

const catalog = createCatalog();
const long = 'Some words that go on over more lines than a block has, so that the last of them are cut off. '.repeat(4);
const entries = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `e${at}`, label: `Label ${at}` }));
const buttons = (count: number) => ({ type: 'buttons', params: { text: long, buttons: entries(count), version: 3 } });

const sizesOf = (diagram: Diagram) =>
  new Map(layOut(diagram).blocks.map(({ id, width, height }) => [id, { width, height }]));

it('[ED38] a picture draws no block larger than its room', () => {
  const kinds = catalog.definitions.filter(({ placeable }) => placeable);
  const nodes = Object.fromEntries([
    ...kinds.map(
      ({ template }) => [template, { id: template, template, name: 'Named', params: { text: long } }] as const,
    ),
    ...[0, 1, 7, 30].map((count) => {
      const { type, params } = buttons(count);
      return [`b${count}`, { id: `b${count}`, template: catalog.byName(type)?.template, params }] as const;
    }),
  ]) as unknown as Diagram['nodes'];
  const sizes = sizesOf({ nodes, connections: {} });
  const large = Object.entries(nodes).filter(([id, node]) => {
    const room = roomOfBlock(node, catalog);
    const { width = 0, height = 0 } = sizes.get(id) ?? {};
    return width === 0 || width > room.width || height > room.height;
  });
  expect(large.map(([id]) => id)).toEqual([]);
});

it.for([0, 5, 8, 13, 40])('[ED37] added blocks of %i buttons cover no other', (count) => {
  const blocks = Array.from({ length: 11 }, (_, at) =>
    at % 3 === 2 ? { type: 'send_text', params: { text: long } } : buttons(count),
  );
  const result = addBlocks(startDiagram(), { blocks }, { catalog, linkedBots: new Map() });
  if (result.kind !== 'applied') throw new Error(JSON.stringify(result));
  const sizes = sizesOf(result.diagram);
  const boxes = Object.entries(result.diagram.nodes as Record<string, JsonObject>).flatMap(([id, { left, top }]) =>
    id === 'hidden' ? [] : [{ id, left: left as number, top: top as number, ...sizes.get(id) }],
  );
  const covered = boxes.flatMap((a, at) =>
    boxes.slice(at + 1).flatMap((b) => {
      const isApart =
        a.left + (a.width ?? 0) <= b.left ||
        b.left + (b.width ?? 0) <= a.left ||
        a.top + (a.height ?? 0) <= b.top ||
        b.top + (b.height ?? 0) <= a.top;
      return isApart ? [] : [`${a.id} ${b.id}`];
    }),
  );
  expect([boxes.length, covered]).toEqual([11, []]);
});
