/** A diagram as JSON reads it back. */
export interface SampleDiagram {
  nodes: Record<string, Record<string, unknown>>;
  connections: Record<string, Record<string, unknown>>;
}

export interface SampleBlock {
  readonly id: string;
  readonly template: string;
  readonly params: object;
  readonly top: number;
  readonly left: number;
}

export type SampleLink = readonly [source: string, output: string, target: string];

export function connect({ connections }: SampleDiagram, [sourcePath, type, targetPath]: SampleLink): void {
  const id = `${sourcePath}.${type}--${targetPath}`;
  connections[id] = { id, type, sourcePath, targetPath };
}

/** A start point that leads to the first block, the blocks, and connections between them. */
export function sampleDiagram(blocks: readonly SampleBlock[], links: readonly SampleLink[]): SampleDiagram {
  const start = { id: 'hidden', template: 'hidden', params: {}, top: 0, left: 0 };
  const nodes = [start, ...blocks].map(({ id, ...block }) => [id, { id, path: id, ...block, isTarget: true }]);
  const diagram: SampleDiagram = { nodes: Object.fromEntries(nodes), connections: {} };
  for (const link of [['hidden', '$success', blocks[0]?.id ?? ''] as const, ...links]) connect(diagram, link);
  return diagram;
}
