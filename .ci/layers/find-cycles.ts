/**
 * Finds the groups of files that import each other in a circle (strongly connected components of two or more,
 * or a file importing itself), each sorted. Iterative, so no graph is too deep.
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, { index: number; low: number; isOpen: boolean }>();
  const open: string[] = [];
  const cycles: (readonly string[])[] = [];

  for (const start of graph.keys()) {
    if (order.has(start)) continue;
    const path: { file: string; next: number }[] = [enter(start)];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const mark = order.get(at.file);
      const imported = graph.get(at.file)?.[at.next++];
      if (mark === undefined) break;
      if (imported !== undefined) {
        const seen = order.get(imported);
        if (seen === undefined && graph.has(imported)) path.push(enter(imported));
        else if (seen?.isOpen) mark.low = Math.min(mark.low, seen.index);
        continue;
      }
      path.pop();
      const parent = order.get(path.at(-1)?.file ?? '');
      if (parent !== undefined) parent.low = Math.min(parent.low, mark.low);
      if (mark.low === mark.index) closeGroup(at.file);
    }
  }
  return cycles;

  function enter(file: string): { file: string; next: number } {
    order.set(file, { index: order.size, low: order.size, isOpen: true });
    open.push(file);
    return { file, next: 0 };
  }

  function closeGroup(first: string): void {
    const group = open.splice(open.lastIndexOf(first));
    for (const file of group) {
      const mark = order.get(file);
      if (mark !== undefined) mark.isOpen = false;
    }
    if (group.length > 1 || graph.get(first)?.includes(first)) cycles.push(group.sort());
  }
}
