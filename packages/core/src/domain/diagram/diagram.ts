import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';

/**
 * The stored document, unchanged from the author.
 *
 * The entries of the two maps may have any JSON type, because wrong drafts are stored, too. `isNode` and
 * `isDiagramConnection` find the well-formed entries.
 */
export interface Diagram {
  /** Blocks by id, malformed entries too. */
  readonly nodes: { readonly [id: string]: JsonValue };
  /** Connections by id, malformed entries too. */
  readonly connections: { readonly [id: string]: JsonValue };
  readonly [other: string]: JsonValue;
}

/** A well-formed node: every documented member has its type. Authors may add others. */
export interface DiagramNode extends JsonObject {
  /** Its key in `nodes`. */
  readonly id: string;
  /** The block's storage name, such as `var_text`. */
  readonly template: string;
  /** By the names of the block's definition; unknown ones stay stored. */
  readonly params: JsonObject;
}

/** A well-formed connection. `type` is the output of the source. */
export interface DiagramConnection extends JsonObject {
  /** Its key in `connections`. */
  readonly id: string;
  /** Such as `$success`, or `$` and the id of a button. */
  readonly type: string;
  /** Id of the block that the conversation leaves. */
  readonly sourcePath: string;
  /** Id of the block that it enters. */
  readonly targetPath: string;
}

/**
 * Whether a value is a well-formed node: `id` and `template` are strings, `params` is an object, and `path`, `name`,
 * `top`, `left` and `isTarget` have their type if present (`null` is not allowed).
 *
 * This runs for every node at every check. It reads each member once and by a literal name, for speed.
 *
 * @spec DG5
 */
export function isNode(value: unknown): value is DiagramNode {
  if (!isJsonObject(value)) return false;
  if (typeof value['id'] !== 'string' || typeof value['template'] !== 'string') return false;
  if (!isJsonObject(value['params'])) return false;
  const { path, name, top, left, isTarget } = value;
  return (
    (path === undefined || typeof path === 'string') &&
    (name === undefined || typeof name === 'string') &&
    (top === undefined || typeof top === 'number') &&
    (left === undefined || typeof left === 'number') &&
    (isTarget === undefined || typeof isTarget === 'boolean')
  );
}

/**
 * Whether a value is a well-formed connection: `id`, `type`, `sourcePath` and `targetPath` are strings.
 *
 * @spec DG6
 */
export function isDiagramConnection(value: unknown): value is DiagramConnection {
  return (
    isJsonObject(value) &&
    typeof value['id'] === 'string' &&
    typeof value['type'] === 'string' &&
    typeof value['sourcePath'] === 'string' &&
    typeof value['targetPath'] === 'string'
  );
}

/** The id for these ends: `<sourcePath>.<type>--<targetPath>`. @spec DG16 */
export function connectionIdOf(ends: {
  readonly sourcePath: string;
  readonly type: string;
  readonly targetPath: string;
}): string {
  return `${ends.sourcePath}.${ends.type}--${ends.targetPath}`;
}

/** Key, id and template of the start point. */
export const startPointId = 'hidden';

/**
 * Makes the diagram of a bot created without one: only the start point.
 *
 * @spec DG9
 */
export function startDiagram(): Diagram {
  const hidden = {
    id: startPointId,
    path: startPointId,
    template: startPointId,
    params: {},
    top: 0,
    left: 0,
    isTarget: true,
  };
  return { nodes: { [startPointId]: hidden }, connections: {} };
}
