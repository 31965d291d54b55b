import { type Diagram, isDiagramConnection } from '@botwright/core/diagram';
import { shortestPaths } from '@botwright/testing';
import { diagramShapes } from '../diagrams/diagram-shapes.ts';
import { defineBenchmark } from '../harness/benchmark.ts';

interface XState {
  createMachine(config: object): object;
}

interface XStateGraph {
  getShortestPaths(machine: object): readonly {
    readonly state: { readonly value: string };
    /** The first step leads to the initial state. */
    readonly steps: readonly unknown[];
  }[];
}

/** A machine with a state for each block, and an event for each output. */
function machineConfig({ nodes, connections }: Diagram): object {
  const states = new Map(Object.keys(nodes).map((id) => [id, { on: {} as Record<string, string> }]));
  states.delete('hidden');
  let initial = '';
  for (const { sourcePath, type, targetPath } of Object.values(connections).filter(isDiagramConnection)) {
    if (sourcePath === 'hidden') initial = targetPath;
    else (states.get(sourcePath) as { on: Record<string, string> }).on[type] = targetPath;
  }
  return { id: 'bot', initial, states: Object.fromEntries(states) };
}

export const benchmark = defineBenchmark({
  name: 'path-search',
  chapter: 'checks',
  measures:
    'A shortest path to each block of a diagram by shortestPaths of @botwright/testing, with reading the diagram, against getShortestPaths of @xstate/graph on a machine with a state for each block, with making the machine. Both have to find paths of the same lengths.',
  options: {
    blocks: { about: 'blocks of the diagram', values: [100, 1_000] },
    shape: { about: 'shapes of the diagram', words: ['realistic', 'dense'], among: Object.keys(diagramShapes) },
  },
  peers: ['@xstate/graph', 'xstate'],
  async run({ options: { blocks, shape }, peers, compare, check }) {
    const { createMachine } = await peers.load<XState>('xstate');
    const { getShortestPaths } = await peers.load<XStateGraph>('@xstate/graph');
    for (const name of shape) {
      for (const count of blocks) {
        const diagram = diagramShapes[name]?.(count) as unknown as Diagram;
        const config = machineConfig(diagram);
        const ours = [...shortestPaths(diagram)].map(([block, path]) => `${block} ${path.length}`);
        const theirs = getShortestPaths(createMachine(config)).map(
          ({ state, steps }) => `${state.value} ${steps.length - 1}`,
        );
        check(
          `${name}, ${count} blocks: both find paths of the same lengths to ${ours.length} blocks`,
          ours.toSorted().join() === theirs.toSorted().join(),
        );
        await compare({
          title: `${name}, ${count} blocks`,
          arms: [
            { name: 'botwright', run: () => shortestPaths(diagram) },
            { name: '@xstate/graph', run: () => getShortestPaths(createMachine(config)) },
          ],
          ratios: [{ of: '@xstate/graph', to: 'botwright' }],
        });
      }
    }
  },
});
