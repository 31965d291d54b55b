import { createCatalog, type JsonObject } from '@botwright/core/diagram';

const catalog = createCatalog();

/** A block by its semantic name, with its params. */
export type BlockSketch = readonly [name: string, params?: JsonObject];

/** Makes a diagram. Connections are `<source>.<output>--<target>`; the block `start` takes the greeting slot. */
export function diagramOf(
  blocks: Readonly<Record<string, BlockSketch>>,
  connections: readonly string[] = [],
  family = 'apichat',
): { readonly nodes: JsonObject; readonly connections: JsonObject } {
  const slot = family === 'native' ? 'welcome' : 'bot_start';
  const named = (id: string) => (id === 'start' ? slot : id);
  const sketches = Object.entries<BlockSketch>({ hidden: ['hidden'], ...blocks });
  return {
    nodes: Object.fromEntries(sketches.map(([id, sketch]) => [named(id), nodeOf(named(id), sketch)])),
    connections: Object.fromEntries(
      connections.map((connection) => {
        const [, source = '', type = '', target = ''] = /^(.*?)\.(.*)--(.*)$/.exec(connection) ?? [];
        const [sourcePath, targetPath] = [named(source), named(target)];
        const id = `${sourcePath}.${type}--${targetPath}`;
        return [id, { id, type, sourcePath, targetPath }];
      }),
    ),
  };
}

function nodeOf(id: string, [name, params]: BlockSketch): JsonObject {
  const template = catalog.byName(name)?.template ?? name;
  return { id, path: id, template, params: name === 'hidden' ? {} : { version: 3, ...params } };
}

/** Asks for a name, then repeats everything that the visitor says. */
export const echo = {
  blocks: {
    start: ['ask_question', { text: 'Your name?', destination: 'who' }],
    ask: ['ask_question', { text: 'Hello @{who}!', destination: 'said' }],
    again: ['ask_question', { text: 'You said @{said}', destination: 'said' }],
  },
  connections: ['start.$success--ask', 'ask.$success--again', 'again.$success--again'],
} as const satisfies { blocks: Readonly<Record<string, BlockSketch>>; connections: readonly string[] };
