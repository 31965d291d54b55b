import { describe, expect, it } from 'vitest';
import { applied, diagramOf, editContext, storedNode } from '../../../test/edit-context.ts';
import { isJsonObject } from '../json/json-value.ts';
import { applyChangeSet } from './apply-change-set.ts';
import { addBlocks } from './single-edits.ts';

const placed = (id: string, left: number, top: number) => ({ ...storedNode(id, 'chat', { text: id }), left, top });
const before = diagramOf([placed('a', 100, 50), placed('b', 400, -30), { ...placed('c', 0, 0), top: 'x' }]);
const blocks = Array.from({ length: 20 }, () => ({ type: 'send_text', params: { text: 'Hi' } }));

function placesOf(nodes: object): readonly (readonly [unknown, unknown])[] {
  return Object.values(nodes).flatMap((node) => (isJsonObject(node) ? [[node['left'], node['top']] as const] : []));
}

describe('blocks without a place', () => {
  it('[ED37] cover no other block, and stand in columns at the right', () => {
    const { nodes } = applied(addBlocks(before, { blocks }, editContext)).diagram;
    const all = placesOf(nodes);
    expect(new Set(all.map(String)).size).toBe(all.length);
    expect(all.slice(3, 5).concat(all.slice(11, 12))).toEqual([
      [720, 0],
      [720, 240],
      [1_040, 0],
    ]);
  });

  it('[ED37] of an empty diagram begin at its corner', () => {
    const { nodes } = applied(addBlocks(diagramOf([]), { blocks: blocks.slice(0, 2) }, editContext)).diagram;
    expect(placesOf(nodes)).toEqual([
      [0, 0],
      [0, 240],
    ]);
  });

  it.for<readonly [string, readonly object[], number]>([
    ['without any place', [{ left: undefined, top: undefined }], 320],
    ['with places that are no numbers', [{ left: '900', top: null }], 320],
    [
      'of which some stand to the left',
      [
        { left: -1_000, top: 0 },
        { left: undefined, top: 40 },
      ],
      320,
    ],
    ['all to the left of the corner', [{ left: -1_000, top: 0 }], 0],
  ])('[ED37] keep out of the way of blocks %s, which stand at 0, 0', ([, places, left]) => {
    const stored = places.map((place, at) => ({ ...placed(`n${at}`, 0, 0), ...place }));
    const { nodes } = applied(addBlocks(diagramOf(stored), { blocks: blocks.slice(0, 2) }, editContext)).diagram;
    expect(placesOf(nodes).slice(stored.length)).toEqual([
      [left, 0],
      [left, 240],
    ]);
  });

  it('[ED37] keep out of the way of added ones that have a place, which stay', () => {
    const mixed = [
      { ...blocks[0], type: 'send_text', left: 1_000, top: 7 },
      { type: 'send_text' },
      { type: 'send_text', top: 9 },
    ];
    const { nodes } = applied(addBlocks(before, { blocks: mixed }, editContext)).diagram;
    expect(placesOf(nodes).slice(3)).toEqual([
      [1_000, 7],
      [1_320, 0],
      [0, 9],
    ]);
  });

  it('[ED5] of a change set are at 0, 0', () => {
    const { nodes } = applied(applyChangeSet(before, { blocks: { add: blocks.slice(0, 2) } }, editContext)).diagram;
    expect(placesOf(nodes).slice(3)).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});
