import { createCatalog, roomOfBlock } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { blockHeight, blockMeasures } from './block-box.ts';

it.for([0, 1, 6, 10, 25])('[ED38] the canvas draws a block of %i buttons within its room', (count) => {
  const catalog = createCatalog();
  const buttons = Array.from({ length: count }, (_, at) => ({ id: `e${at}`, label: `${at}` }));
  const node = { template: catalog.byName('buttons')?.template ?? '', params: { text: 'x', buttons, version: 3 } };
  const room = roomOfBlock(node, catalog);
  const outputs = buttons.map(({ id, label }) => ({ output: `$${id}`, label }));
  expect(blockHeight({ text: 'x', outputs })).toBeLessThanOrEqual(room.height);
  expect(blockMeasures.width).toBeLessThanOrEqual(room.width);
});
