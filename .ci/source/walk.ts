/** A node of the syntax tree, seen as plain data. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** Visits `root` and all nodes below it in the order of the text, with the name of the parent's member that has them. */
export function walk(
  root: SyntaxNode,
  visit: (node: SyntaxNode, parent: SyntaxNode | undefined, member: string) => void,
): void {
  const waiting: { node: SyntaxNode; parent: SyntaxNode | undefined; member: string }[] = [
    { node: root, parent: undefined, member: '' },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent, member } = next;
    visit(node, parent, member);
    const children = Object.entries(node).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter(isSyntaxNode)
        .map((child) => ({ node: child, parent: node, member: name })),
    );
    waiting.push(...children.sort((a, b) => b.node.start - a.node.start));
  }
}
