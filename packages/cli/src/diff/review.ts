import {
  createCatalog,
  type DiagramConnection,
  type DiagramDiff,
  type DiffEntry,
  isDiagramConnection,
  isNode,
  type JsonValue,
} from '@botwright/core/diagram';
import type { NamedBot } from '../bots/read-bot.ts';
import { canonical, isObject, type ValueChange, valueChanges } from './value-changes.ts';

/** A block in a review. */
export interface ReviewedBlock {
  readonly id: string;
  /** Title of its kind, or its template. */
  readonly kind: string;
  readonly name?: string;
}

/** The changes of blocks and connections between two diagrams, for a reader. */
export interface Review {
  readonly blocks: {
    readonly added: readonly (ReviewedBlock & { readonly values: readonly ValueChange[] })[];
    readonly removed: readonly ReviewedBlock[];
    /** Blocks with another id that are otherwise the same. */
    readonly renamed: readonly (ReviewedBlock & { readonly before: string })[];
    readonly changed: readonly (ReviewedBlock & { readonly values: readonly ValueChange[] })[];
    /** Moved blocks that exist before and after, including changed ones. */
    readonly moved: readonly (ReviewedBlock & { readonly values: readonly ValueChange[] })[];
  };
  readonly connections: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly { readonly connection: string; readonly values: readonly ValueChange[] }[];
    /** Connections that only follow renamed blocks. */
    readonly followed: number;
  };
  /** Members of the diagram other than blocks and connections. */
  readonly others: readonly ValueChange[];
}

/** The result to print. */
export interface DiffResult {
  readonly before: NamedBot;
  readonly after: NamedBot;
  readonly diff: DiagramDiff;
  readonly review: Review;
  readonly isSame: boolean;
  /** Shows the new place of each moved block. */
  readonly showsPositions: boolean;
}

/** Renders a result for standard output, without the last line end. */
export type RenderDiff = (result: DiffResult) => string;

/** Turns a difference into a review. @spec DD4, DD5, DD6, DD7, DD8 */
export function reviewOf(diff: DiagramDiff, options: { readonly ignorePositions: boolean }): Review {
  const catalog = createCatalog();
  const renamed = findRenamed(diff.blocks.removed, diff.blocks.added);
  const formerIds = new Set(renamed.values());
  const { removed, added, followed } = withoutFollowers(diff.connections, renamed);
  const changed = diff.blocks.changed.map(({ id, before, after }) => ({
    ...describe(id, after),
    values: valueChanges('', before, after).filter((value) => !options.ignorePositions || !isPosition(value)),
  }));

  return {
    blocks: {
      added: diff.blocks.added
        .filter(({ id }) => !renamed.has(id))
        .map(({ id, value }) => ({ ...describe(id, value), values: paramsOf(value) })),
      removed: diff.blocks.removed.filter(({ id }) => !formerIds.has(id)).map(({ id, value }) => describe(id, value)),
      renamed: diff.blocks.added.flatMap(({ id, value }) => {
        const former = renamed.get(id);
        return former === undefined ? [] : [{ ...describe(id, value), before: former }];
      }),
      changed: withValues((value) => !isPosition(value)),
      moved: withValues(isPosition),
    },
    connections: {
      added: added.map(connectionText),
      removed: removed.map(connectionText),
      changed: diff.connections.changed.map(({ id, before: was, after: is }) => ({
        connection: connectionText({ id, value: is }),
        values: valueChanges('', was, is),
      })),
      followed,
    },
    others: [
      ...diff.others.added.map(({ id, value }) => ({ path: id, after: value })),
      ...diff.others.removed.map(({ id, value }) => ({ path: id, before: value })),
      ...diff.others.changed.flatMap((change) => valueChanges(change.id, change.before, change.after)),
    ],
  };

  /** The changed blocks with matching values. */
  function withValues(isWanted: (value: ValueChange) => boolean) {
    return changed
      .map((block) => ({ ...block, values: block.values.filter(isWanted) }))
      .filter(({ values }) => values.length > 0);
  }

  function describe(id: string, value: JsonValue): ReviewedBlock {
    if (!isNode(value)) return { id, kind: 'malformed' };
    const name = value['name'];
    return {
      id,
      kind: catalog.byTemplate(value.template)?.title ?? value.template,
      ...(typeof name === 'string' && name !== '' && { name }),
    };
  }
}

function isPosition({ path }: ValueChange): boolean {
  return path === 'top' || path === 'left';
}

/** The params of an added block; omits params that only store its version. */
function paramsOf(value: JsonValue): readonly ValueChange[] {
  if (!isNode(value)) return [{ path: '', after: value }];
  return Object.entries(value.params)
    .filter(([name]) => name !== 'version')
    .map(([path, after]) => ({ path, after }));
}

/** Former ids by new ones, of content that exactly one removed and one added block have. @spec DD7 */
function findRenamed(removed: readonly DiffEntry[], added: readonly DiffEntry[]): ReadonlyMap<string, string> {
  const content = ({ value }: DiffEntry): string => {
    if (!isObject(value)) return canonical(value);
    const { id: _id, path: _path, top: _top, left: _left, ...rest } = value;
    return canonical(rest);
  };
  const before = Map.groupBy(removed, content);
  const renamed = new Map<string, string>();
  for (const [text, entries] of Map.groupBy(added, content)) {
    const former = before.get(text);
    const [entry] = entries;
    if (entries.length !== 1 || former?.length !== 1 || entry === undefined || !isNode(entry.value)) continue;
    renamed.set(entry.id, (former[0] as DiffEntry).id);
  }
  return renamed;
}

interface ConnectionEntries {
  readonly added: readonly DiffEntry[];
  readonly removed: readonly DiffEntry[];
}

function withoutFollowers(
  { added, removed }: ConnectionEntries,
  renamed: ReadonlyMap<string, string>,
): ConnectionEntries & { readonly followed: number } {
  if (renamed.size === 0) return { added, removed, followed: 0 };
  const endsOf = ({ value }: DiffEntry, former: (id: string) => string): string | undefined =>
    isDiagramConnection(value)
      ? JSON.stringify([former(value.sourcePath), value.type, former(value.targetPath)])
      : undefined;
  const before = new Map(removed.map((entry) => [endsOf(entry, (id) => id), entry]));
  const gone = new Set<DiffEntry>();
  const left = added.filter((entry) => {
    const ends = endsOf(entry, (id) => renamed.get(id) ?? id);
    const former = ends === undefined ? undefined : before.get(ends);
    if (former === undefined || gone.has(former)) return true;
    gone.add(former);
    return false;
  });
  return { added: left, removed: removed.filter((entry) => !gone.has(entry)), followed: gone.size };
}

/** `welcome ($success) → bye` */
function connectionText({ id, value }: Pick<DiffEntry, 'id' | 'value'>): string {
  if (!isDiagramConnection(value)) return `${id} (malformed)`;
  const { sourcePath, type, targetPath }: DiagramConnection = value;
  return `${sourcePath} (${type}) → ${targetPath}`;
}

/** The number of changes of each kind: `1 block added, 2 connections removed`. */
export function summaryOf({ blocks, connections, others }: Review): string {
  return [
    ...counted(blocks.added.length, 'block', 'added'),
    ...counted(blocks.removed.length, 'block', 'removed'),
    ...counted(blocks.renamed.length, 'block', 'renamed'),
    ...counted(blocks.changed.length, 'block', 'changed'),
    ...counted(blocks.moved.length, 'block', 'moved'),
    ...counted(connections.added.length, 'connection', 'added'),
    ...counted(connections.removed.length, 'connection', 'removed'),
    ...counted(connections.changed.length, 'connection', 'changed'),
    ...counted(others.length, 'other value', 'changed'),
  ].join(', ');
}

function counted(number: number, noun: string, change: string): readonly string[] {
  return number === 0 ? [] : [`${number} ${noun}${number === 1 ? '' : 's'} ${change}`];
}
