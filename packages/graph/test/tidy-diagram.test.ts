import { createCatalog, type Diagram, inspectDiagram } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { layOut, tidyDiagram } from '../src/index.ts';
import { orderBot } from './sample-bots.ts';

const boxesOf = (diagram: Diagram) => layOut(diagram).blocks.map(({ id, x, y }) => [id, x, y]);

function onOnePlace(diagram: Diagram): Diagram {
  const nodes = Object.entries(diagram.nodes).map(([id, node]) => [id, { ...(node as object), top: 0, left: 0 }]);
  return { ...diagram, nodes: Object.fromEntries(nodes) };
}

it('[PI22] places every block again, and changes nothing else', () => {
  const before = onOnePlace(orderBot());
  const after = tidyDiagram(before);
  const lints = (diagram: Diagram) =>
    inspectDiagram(diagram, { catalog: createCatalog(), channelFamily: 'native' }, {}).violations.map(
      ({ code }) => code,
    );
  expect(lints(before)).toContain('overlapping-blocks');
  expect(lints(after)).not.toContain('overlapping-blocks');
  expect(onOnePlace(after)).toEqual(before);
  // Columns from left to right, like in a picture of a bot without positions.
  const lefts = Object.values(after.nodes).map((node) => (node as { readonly left: number }).left);
  expect(lefts[0]).toBe(0);
  expect(new Set(lefts).size).toBeGreaterThan(2);
  expect(boxesOf(after)).toEqual(boxesOf(before));
});

it('[PI22] gives the same places for any former places of the blocks', () => {
  const once = tidyDiagram(orderBot());
  expect(tidyDiagram(once)).toEqual(once);
  expect(tidyDiagram(onOnePlace(orderBot()))).toEqual(once);
});

it.for<readonly [string, object, object, boolean]>([
  ['by number', { bot: 7, node: 'far' }, { bot: { number: 7 } }, true],
  [
    'by uuid',
    { bot: '0190AAAA-0000-7000-8000-00000000BEEF', node: 'far' },
    { bot: { id: '0190aaaa-0000-7000-8000-00000000beef' } },
    true,
  ],
  ['of another bot', { bot: 8, node: 'far' }, { bot: { number: 7 } }, false],
  ['of a bot that nobody named', { bot: 7, node: 'far' }, {}, false],
])('[PI22] a jump %s leads to the right or nowhere', ([, params, options, leads]) => {
  const node = (id: string, template: string, given: object) => ({ id, template, params: given });
  const nodes = {
    hidden: node('hidden', 'hidden', {}),
    far: node('far', 'chat', { text: 'x' }),
    jump: node('jump', 'bot_link', params),
  };
  const id = 'hidden.$success--jump';
  const connections = { [id]: { id, type: '$success', sourcePath: 'hidden', targetPath: 'jump' } };
  const { nodes: after } = tidyDiagram({ nodes, connections } as unknown as Diagram, options);
  const leftOf = (block: string) => (after[block] as { readonly left: number }).left;
  expect(leftOf('far') > leftOf('jump')).toBe(leads);
});

it('[PI22] leaves what is no block, and hostile keys, as they are', () => {
  const nodes = JSON.parse('{"__proto__": {"id": "__proto__", "template": "chat", "params": {}}, "x": 5, "y": [1]}');
  const { nodes: after } = tidyDiagram({ nodes, connections: {}, own: true });
  expect(JSON.stringify(after)).toMatch(/^\{"__proto__":\{.*"left":0,"top":0\},"x":5,"y":\[1\]\}$/);
});

it('[PI22] does so for thousands of blocks', () => {
  const many = Array.from({ length: 3_000 }, (_, at) => [`n${at}`, { id: `n${at}`, template: 'chat', params: {} }]);
  const { nodes } = tidyDiagram({ nodes: Object.fromEntries(many), connections: {} });
  const places = Object.values(nodes).map((node) =>
    JSON.stringify([(node as Record<string, unknown>)['left'], (node as Record<string, unknown>)['top']]),
  );
  expect(new Set(places).size).toBe(3_000);
});
