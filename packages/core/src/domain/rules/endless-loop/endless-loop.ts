import { startPointId } from '../../diagram/start-diagram.ts';
import type { CheckContext } from '../check-context.ts';
import type { DiagramIndex, NodeEntry } from '../diagram-index.ts';
import { excerpt } from '../excerpt.ts';
import type { Rule } from '../rule.ts';
import { cycleGroups, type Graph } from './cycle-groups.ts';

const mostNamed = 5;

/** @spec RU51, RU52, RU53 */
export const endlessLoop: Rule<CheckContext> = {
  codes: ['endless_loop'],
  severity: 'error',
  begin: (index) => {
    const groups = cycleGroups(graphOfRunning(index));
    if (groups.length === 0) return undefined;
    const byFirst = new Map(groups.map((members) => [members[0], members]));
    return {
      block: (block, report) => {
        const members = byFirst.get(block.position);
        if (members === undefined) return;
        report('endless_loop', () => ({
          message: describe(members, index),
          hint: 'Put a block that waits for the visitor into the loop, or remove a connection of it.',
        }));
      },
    };
  },
};

/** Keeps of the diagram the catalogued blocks that do not wait, and what connects them with one another. */
function graphOfRunning({ nodes, connections, findNode, slot }: DiagramIndex): Graph {
  const starts = new Int32Array(nodes.length + 1);
  const targets = new Int32Array(connections.length + 1);
  const greeting = findNode(slot);
  let edges = 0;
  for (const node of nodes) {
    starts[node.position] = edges;
    if (!runsOn(node)) continue;
    for (let leaving = node.leaving; leaving !== undefined; leaving = leaving.nextLeaving) {
      if (leaving.target === undefined || !runsOn(leaving.target)) continue;
      targets[edges] = leaving.target.position;
      edges += 1;
    }
    if (node.key === startPointId && greeting !== undefined && runsOn(greeting)) {
      targets[edges] = greeting.position;
      edges += 1;
    }
  }
  starts[nodes.length] = edges;
  return { count: nodes.length, starts, targets };
}

function runsOn(node: NodeEntry): boolean {
  return node.kind !== undefined && !node.kind.definition.waits;
}

function describe(members: Int32Array, { nodes }: DiagramIndex): string {
  const [first] = members;
  if (members.length === 1) return `Block ${excerpt(nodes[first as number]?.key)} leads to itself and does not wait.`;
  const named = [...members.subarray(0, mostNamed)].map((position) => excerpt(nodes[position]?.key)).join(', ');
  const rest = members.length > mostNamed ? ` and ${members.length - mostNamed} more` : '';
  return `Blocks ${named}${rest} lead to one another, and none of them waits for the visitor.`;
}
