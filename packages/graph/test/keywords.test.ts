import { expect, it } from 'vitest';
import { layOut, tidyDiagram, toDot, toMermaid } from '../src/index.ts';

const node = (id: string, template: string, params: object) => ({ id, path: id, template, params, top: 0, left: 0 });
const ways = ['hidden.$success--welcome', 'welcome.$success--more', 'more.$success--end', 'words.$x--end'];

const diagram = {
  nodes: {
    hidden: node('hidden', 'hidden', {}),
    welcome: node('welcome', 'opening', { text: 'Hello.' }),
    more: node('more', 'chat', { text: 'More.' }),
    end: node('end', 'close', { text: 'Bye.' }),
    words: node('words', 'keywords', { words: [{ id: 'x', texts: ['Goodbye', 'bye'] }] }),
  },
  connections: Object.fromEntries(
    ways.map((id) => {
      const [, sourcePath = '', type = '', targetPath = ''] = /^(.*?)\.(.*)--(.*)$/.exec(id) ?? [];
      return [id, { id, sourcePath, type, targetPath }];
    }),
  ),
} as never;

it('[KW17] keywords are beside the greeting, with their first text at the output', () => {
  const { blocks } = layOut(tidyDiagram(diagram));
  const left = Object.fromEntries(blocks.map(({ id, x }) => [id, x]));
  expect(left['words']).toBe(left['welcome']);
  expect(blocks.find(({ id }) => id === 'words')?.outputs.map(({ label }) => label)).toEqual(['Goodbye']);
});

it('[KW17] keywords are drawn as round as the start', () => {
  expect(toMermaid(diagram)).toMatch(/\(\[".*words.*"\]\)/);
  expect(toDot(diagram).match(/shape=oval/g)).toHaveLength(2);
});
