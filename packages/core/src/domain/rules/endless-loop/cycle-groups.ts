/** A directed graph on the numbers below `count`: the edges of `n` are `targets[starts[n]]` up to `starts[n + 1]`. */
export interface Graph {
  readonly count: number;
  readonly starts: Int32Array;
  readonly targets: Int32Array;
}

/** A number greater than any order number of a member. */
const finished = 0x7fffffff;

/**
 * Finds the strongly connected components with a cycle: components of several members, and members with an edge to
 * themselves. Each lists its members in ascending order.
 *
 * Tarjan's algorithm with explicit stacks, so that no graph can overflow the call stack.
 *
 * @spec RU11, RU51
 */
export function cycleGroups({ count, starts, targets }: Graph): readonly Int32Array[] {
  const groups: Int32Array[] = [];
  // One allocation: five would take most of the time.
  const memory = new Int32Array(count * 5);
  const [seenAt, lowest, next, path, open] = [0, 1, 2, 3, 4].map((nth) =>
    memory.subarray(nth * count, (nth + 1) * count),
  ) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
  let clock = 0;
  let opened = 0;

  for (let root = 0; root < count; root += 1) {
    // A fast path: most members have no edge and so no cycle.
    if (seenAt[root] !== 0 || starts[root] === starts[root + 1]) continue;
    let depth = 0;
    path[0] = root;
    while (depth >= 0) {
      const at = path[depth] as number;
      if (seenAt[at] === 0) {
        clock += 1;
        seenAt[at] = clock;
        lowest[at] = clock;
        next[at] = starts[at] as number;
        open[opened] = at;
        opened += 1;
      }

      const edge = next[at] as number;
      if (edge < (starts[at + 1] as number)) {
        next[at] = edge + 1;
        const target = targets[edge] as number;
        if (seenAt[target] === 0) {
          depth += 1;
          path[depth] = target;
        } else {
          lowest[at] = Math.min(lowest[at] as number, seenAt[target] as number);
        }
        continue;
      }

      if (lowest[at] === seenAt[at]) {
        let first = opened;
        do {
          first -= 1;
          seenAt[open[first] as number] = finished;
        } while (open[first] !== at);
        let isCycle = opened - first > 1;
        for (let nth = starts[at] as number; nth < edge && !isCycle; nth += 1) isCycle = targets[nth] === at;
        if (isCycle) groups.push(open.slice(first, opened).sort());
        opened = first;
      }
      depth -= 1;
      if (depth >= 0) {
        const before = path[depth] as number;
        lowest[before] = Math.min(lowest[before] as number, lowest[at] as number);
      }
    }
  }
  return groups;
}
