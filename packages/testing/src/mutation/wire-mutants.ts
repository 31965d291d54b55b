import {
  type Diagram,
  type DiagramConnection,
  isDiagramConnection,
  isNode,
  selectVariant,
} from '@botwright/core/diagram';
import type { DiagramGraph, Way } from '../paths/diagram-graph.ts';
import { type Mutant, pointerTo } from './mutant.ts';

/** A connection that conversations take, with its key in the diagram. */
type Wire = readonly [key: string, wire: DiagramConnection];

/** Changes of the connections of reachable blocks. @spec MU2 */
export function wireMutants(graph: DiagramGraph, reachable: ReadonlySet<string>): readonly Mutant[] {
  const wires = wiresByBlock(graph.bot.diagram);
  return [...reachable].flatMap((block) => {
    const ways = (graph.ways.get(block) ?? []).filter(({ to }) => to !== undefined);
    const taken = ways.flatMap((way) => (way.output === undefined ? [] : (wires.get(block)?.get(way.output) ?? [])));
    return [
      ...taken.flatMap((wire) => [...removed(graph, wire), ...moved(graph, wire, reachable, ways)]),
      ...taken.flatMap((wire, at) => swapped(graph, wire, taken[at + 1])),
      ...skipped(graph, block),
    ];
  });
}

/** The first connection of each output. */
function wiresByBlock({ connections }: Diagram): ReadonlyMap<string, ReadonlyMap<string, readonly Wire[]>> {
  const wires = new Map<string, Map<string, readonly Wire[]>>();
  for (const [key, wire] of Object.entries(connections)) {
    if (!isDiagramConnection(wire)) continue;
    const ofBlock = wires.get(wire.sourcePath) ?? new Map<string, readonly Wire[]>();
    wires.set(wire.sourcePath, ofBlock);
    if (!ofBlock.has(wire.type)) ofBlock.set(wire.type, [[key, wire]]);
  }
  return wires;
}

/** A wire to a block that only goes back changes nothing: an output without a wire goes back, too. */
function removed(graph: DiagramGraph, [key, { sourcePath, type, targetPath }]: Wire): readonly Mutant[] {
  const target = graph.bot.diagram.nodes[targetPath];
  if (isNode(target) && graph.catalog.byTemplate(target.template)?.goesBack === true) return [];
  const change = `the wire from ${JSON.stringify(type)} to "${targetPath}" is removed`;
  return [wireMutant(graph, 'wire_removed', sourcePath, [type], key, change, new Map([[key, undefined]]))];
}

function moved(
  graph: DiagramGraph,
  [key, { sourcePath, type, targetPath }]: Wire,
  reachable: ReadonlySet<string>,
  ways: readonly Way[],
): readonly Mutant[] {
  const blocks = [...reachable];
  const after = blocks.indexOf(targetPath) + 1;
  const siblings = new Set(ways.map(({ to }) => to));
  const isOther = (block: string): boolean => block !== targetPath && !graph.entries.has(block);
  const others = [...blocks.slice(after), ...blocks.slice(0, after)].filter(isOther);
  const to = others.find((block) => !siblings.has(block) && block !== sourcePath) ?? others[0];
  if (to === undefined) return [];
  const change = `the wire from ${JSON.stringify(type)} leads to "${to}" in place of "${targetPath}"`;
  return [wireMutant(graph, 'wire_moved', sourcePath, [type], key, change, new Map([[key, to]]))];
}

function swapped(graph: DiagramGraph, [key, wire]: Wire, next: Wire | undefined): readonly Mutant[] {
  if (next === undefined || next[1].targetPath === wire.targetPath) return [];
  const targets = new Map([
    [key, next[1].targetPath],
    [next[0], wire.targetPath],
  ]);
  const outputs = [wire.type, next[1].type];
  const change = `the wires from ${outputs.map((output) => JSON.stringify(output)).join(' and ')} are swapped`;
  return [wireMutant(graph, 'exits_swapped', wire.sourcePath, outputs, key, change, targets)];
}

/** A block that says nothing is left out: conversations go on by its first output. */
function skipped(graph: DiagramGraph, block: string): readonly Mutant[] {
  const { bot, catalog, greeting, entries, ways } = graph;
  const node = bot.diagram.nodes[block];
  const definition = isNode(node) ? catalog.byTemplate(node.template) : undefined;
  if (!isNode(node) || definition?.saysNothing?.(node.params) !== true) return [];
  const [first] = selectVariant(definition, node.params)?.outputs ?? [];
  const to = ways.get(block)?.find(({ output }) => output === first)?.to;
  if (to === undefined || to === block || block === greeting || entries.has(block)) return [];
  const into = Object.entries(bot.diagram.connections).flatMap(([key, wire]) =>
    isDiagramConnection(wire) && wire.targetPath === block ? [[key, to] as const] : [],
  );
  if (into.length === 0) return [];
  const change = `the block is skipped: wires to it lead to "${to}"`;
  const { outputs: _, ...mutant } = wireMutant(graph, 'block_skipped', block, [], '', change, new Map(into));
  return [{ ...mutant, pointer: pointerTo(['nodes', block]) }];
}

/** @param targets - The new targets by the keys of connections; `undefined`: the connection is left out. */
function wireMutant(
  { bot: { diagram } }: DiagramGraph,
  kind: Mutant['kind'],
  block: string,
  outputs: readonly string[],
  key: string,
  change: string,
  targets: ReadonlyMap<string, string | undefined>,
): Mutant {
  const make = (): Diagram => ({
    ...diagram,
    connections: Object.fromEntries(
      Object.entries(diagram.connections).flatMap(([id, wire]) => {
        if (!targets.has(id)) return [[id, wire]];
        const targetPath = targets.get(id);
        return targetPath === undefined ? [] : [[id, { ...(wire as DiagramConnection), targetPath }]];
      }),
    ),
  });
  return { kind, block, outputs, change, pointer: pointerTo(['connections', key]), make };
}
