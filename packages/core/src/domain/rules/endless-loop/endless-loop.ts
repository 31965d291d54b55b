import { startPointId } from '../../diagram/diagram.ts';
import type { DiagramIndex, NodeEntry } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';
import { cycleGroups, type Graph } from './cycle-groups.ts';

const mostNamed = 5;

/** @spec RU51, RU52, RU53, RU54 */
export const endlessLoop: Rule<CheckContext> = {
  codes: ['endless_loop'],
  severity: 'error',
  looksAt: 'graph',
  check: (index, _facts, report) => {
    const graph = graphOfRunning(index);
    if (graph === undefined) return;
    for (const members of cycleGroups(graph)) {
      const first = index.nodes[members[0] as number];
      if (first !== undefined) report({ code: 'endless_loop', on: first, describe, subject: { members, index } });
    }
  },
};

/**
 * The part of the diagram that can loop without waiting: the catalogued blocks that do not wait, and the connections
 * among them.
 *
 * @returns `undefined` when each of them leads to a later block in diagram order: then there is no loop.
 */
function graphOfRunning({ nodes, connections, findNode, slot }: DiagramIndex): Graph | undefined {
  const starts = new Int32Array(nodes.length + 1);
  const targets = new Int32Array(connections.length + 1);
  const greeting = findNode(slot);
  let edges = 0;
  let leadsBack = false;
  for (const node of nodes) {
    starts[node.position] = edges;
    if (!runsOn(node)) continue;
    for (let link = node.leaving; link !== undefined; link = link.nextLeaving) {
      if (link.target === undefined || !runsOn(link.target)) continue;
      targets[edges] = link.target.position;
      edges += 1;
      leadsBack ||= link.target.position <= node.position;
    }
    if (node.key === startPointId && greeting !== undefined && runsOn(greeting)) {
      targets[edges] = greeting.position;
      edges += 1;
      leadsBack ||= greeting.position <= node.position;
    }
  }
  starts[nodes.length] = edges;
  return leadsBack ? { count: nodes.length, starts, targets } : undefined;
}

function runsOn(node: NodeEntry): boolean {
  return node.kind?.runsOn === true;
}

function describe({ members, index }: { readonly members: Int32Array; readonly index: DiagramIndex }): Finding {
  return {
    message: sentence(members, index),
    hint: 'Put a block that waits for the visitor into the loop, or remove a connection of it.',
  };
}

function sentence(members: Int32Array, { nodes }: DiagramIndex): string {
  const [first] = members;
  if (members.length === 1) return `Block ${excerpt(nodes[first as number]?.key)} leads to itself and does not wait.`;
  const named = [...members.subarray(0, mostNamed)].map((position) => excerpt(nodes[position]?.key)).join(', ');
  const rest = members.length > mostNamed ? ` and ${members.length - mostNamed} more` : '';
  return `Blocks ${named}${rest} lead to one another, and none of them waits for the visitor.`;
}
