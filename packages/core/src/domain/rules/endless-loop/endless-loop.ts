import { startPointId } from '../../diagram/diagram.ts';
import { runsOn } from '../block-facts.ts';
import { callsOf } from '../calls.ts';
import type { DiagramIndex, NodeEntry } from '../diagram-index.ts';
import { jumpTargetsOf } from '../jumps.ts';
import { excerpt, type Finding, rule } from '../rule.ts';
import { cycleGroups, type Graph } from './cycle-groups.ts';

const mostNamed = 5;

/** @spec RU51, RU52, RU53, RU54, RU66, CG11 */
export const endlessLoop = rule('endless_loop', 'error', 'graph', (index, _facts, report) => {
  const graph = graphOfRunning(index);
  if (graph === undefined) return;
  for (const members of cycleGroups(graph)) {
    const first = index.nodes[members[0] as number];
    if (first !== undefined) report(first, describe, members, index);
  }
});

/**
 * The part of the diagram that can loop without waiting: the blocks of the catalog that do not wait, with the
 * connections and jumps among them. A call is left only if it can return without waiting.
 *
 * @returns `undefined` when each leads to a later block in diagram order, which excludes loops.
 */
function graphOfRunning(index: DiagramIndex): Graph | undefined {
  const { nodes, connections, findNode, slot } = index;
  const starts = new Int32Array(nodes.length + 1);
  const targets = new Int32Array(connections.length + countJumps(nodes) + 1);
  const greeting = findNode(slot);
  let edges = 0;
  let leadsBack = false;
  const { follows } = callsOf(index, runsOn);
  for (const node of nodes) {
    starts[node.position] = edges;
    if (!runsOn(node)) continue;
    const lead = (target: NodeEntry | undefined): void => {
      if (target === undefined || !runsOn(target)) return;
      targets[edges] = target.position;
      edges += 1;
      leadsBack ||= target.position <= node.position;
    };
    for (let link = node.leaving; link !== undefined; link = link.nextLeaving) if (follows(link)) lead(link.target);
    for (const target of jumpTargetsOf(node, index)) lead(target);
    if (node.key === startPointId) lead(greeting);
  }
  starts[nodes.length] = edges;
  return leadsBack ? { count: nodes.length, starts, targets } : undefined;
}

/** The most jumps of the blocks. */
function countJumps(nodes: readonly NodeEntry[]): number {
  let count = 0;
  for (const { kind } of nodes) if (kind?.jumps === true) count += kind.definition.references?.length ?? 0;
  return count;
}

function describe(first: NodeEntry, members: Int32Array, { nodes }: DiagramIndex): Finding {
  return {
    message: sentence(first, members, nodes),
    hint: 'Put a block that waits for the visitor into the loop, or remove a connection or a jump of it.',
  };
}

function sentence({ key }: NodeEntry, members: Int32Array, nodes: readonly NodeEntry[]): string {
  if (members.length === 1) return `Block ${excerpt(key)} leads to itself and does not wait.`;
  const named = [...members.subarray(0, mostNamed)].map((position) => excerpt(nodes[position]?.key)).join(', ');
  const rest = members.length > mostNamed ? ` and ${members.length - mostNamed} more` : '';
  return `Blocks ${named}${rest} lead to one another, and none of them waits for the visitor.`;
}
