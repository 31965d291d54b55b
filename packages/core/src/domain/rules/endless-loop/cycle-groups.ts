/** A directed graph on the numbers below `count`: the edges of `n` are `targets[starts[n]]` up to `starts[n + 1]`. */
export interface Graph {
  readonly count: number;
  readonly starts: Int32Array;
  readonly targets: Int32Array;
}

/**
 * Finds the strongly connected components that hold a cycle: those of several members, and members with an edge to
 * themselves. Each lists its members in ascending order, and the groups are in the order of their first members.
 *
 * Tarjan's algorithm with stacks of its own, so that no depth of the graph can overflow the call stack.
 *
 * @spec RU11, RU51
 */
export function cycleGroups({ count, starts, targets }: Graph): readonly Int32Array[] {
  const groups: Int32Array[] = [];
  // 0: not seen yet. Settled members get `done`, which is lower than nothing.
  const seenAt = new Int32Array(count);
  const lowest = new Int32Array(count);
  const nextEdge = starts.slice(0, count);
  const open = new Int32Array(count);
  const path = new Int32Array(count);
  const done = 0x7fffffff;
  let clock = 0;
  let openCount = 0;

  for (let root = 0; root < count; root += 1) {
    if (seenAt[root] !== 0) continue;
    let depth = 0;
    path[0] = root;
    while (depth >= 0) {
      const at = path[depth] as number;
      if (seenAt[at] === 0) {
        clock += 1;
        seenAt[at] = clock;
        lowest[at] = clock;
        open[openCount] = at;
        openCount += 1;
      }
      const edge = nextEdge[at] as number;
      if (edge < (starts[at + 1] as number)) {
        nextEdge[at] = edge + 1;
        const target = targets[edge] as number;
        if (seenAt[target] === 0) {
          depth += 1;
          path[depth] = target;
        } else if ((seenAt[target] as number) < (lowest[at] as number)) {
          lowest[at] = seenAt[target] as number;
        }
        continue;
      }

      if (lowest[at] === seenAt[at]) {
        const first = open.lastIndexOf(at, openCount - 1);
        const members = open.slice(first, openCount).sort();
        openCount = first;
        for (const member of members) seenAt[member] = done;
        if (members.length > 1 || pointsAtItself(at, starts, targets)) groups.push(members);
      }
      depth -= 1;
      if (depth >= 0) {
        const parent = path[depth] as number;
        lowest[parent] = Math.min(lowest[parent] as number, lowest[at] as number);
      }
    }
  }
  return groups.sort((a, b) => (a[0] as number) - (b[0] as number));
}

function pointsAtItself(at: number, starts: Int32Array, targets: Int32Array): boolean {
  for (let edge = starts[at] as number; edge < (starts[at + 1] as number); edge += 1) {
    if (targets[edge] === at) return true;
  }
  return false;
}
