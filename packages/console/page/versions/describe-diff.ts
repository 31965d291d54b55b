import type { BlockChange, DiagramDiff, DiffEntry, JsonValue } from '@botwright/core/diagram';

export interface DescribedChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** The block's or connection's key. */
  readonly id: string;
  readonly text: string;
}

/** Says each difference of two diagrams in words, blocks before connections. */
export function describeDiff({ blocks, connections, others }: DiagramDiff): readonly DescribedChange[] {
  return [
    ...blocks.added.map(({ id, value }) => entry('added', id, `Block ${nameOf(id, value)} was added.`)),
    ...blocks.removed.map(({ id, value }) => entry('removed', id, `Block ${nameOf(id, value)} was removed.`)),
    ...blocks.changed.map((change) => entry('changed', change.id, describeBlock(change))),
    ...connections.added.map((one) => entry('added', one.id, `The connection ${wayOf(one)} was added.`)),
    ...connections.removed.map((one) => entry('removed', one.id, `The connection ${wayOf(one)} was removed.`)),
    ...connections.changed.map(({ id }) => entry('changed', id, `The connection ${id} was changed.`)),
    ...[...others.added, ...others.removed, ...others.changed].map(({ id }) =>
      entry('changed', id, `The member ${id} of the diagram was changed.`),
    ),
  ];
}

function entry(kind: DescribedChange['kind'], id: string, text: string): DescribedChange {
  return { kind, id, text };
}

function describeBlock({ id, after, members, params }: BlockChange): string {
  const rest = members.filter((member) => member !== 'params');
  const parts = [...params, ...rest.map((member) => (member === 'top' || member === 'left' ? 'place' : member))];
  const what = [...new Set(parts)];
  return what.length === 0
    ? `Block ${nameOf(id, after)} was changed.`
    : `Block ${nameOf(id, after)}: ${what.join(', ')} changed.`;
}

function memberOf(value: JsonValue, name: string): JsonValue | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, JsonValue>>)[name]
    : undefined;
}

/** The name that the author gave, beside the id. */
function nameOf(id: string, value: JsonValue): string {
  const name = memberOf(value, 'name');
  return typeof name === 'string' && name !== '' && name !== id ? `${name} (${id})` : id;
}

function wayOf({ id, value }: DiffEntry): string {
  const source = memberOf(value, 'sourcePath');
  const target = memberOf(value, 'targetPath');
  const type = memberOf(value, 'type');
  return typeof source === 'string' && typeof target === 'string'
    ? `from ${source}${typeof type === 'string' ? ` (${type.replace(/^\$/, '')})` : ''} to ${target}`
    : id;
}
