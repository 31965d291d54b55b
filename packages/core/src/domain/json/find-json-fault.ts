/** How deep nested objects and lists may go, the root being 1. */
export const maxJsonDepth = 100;

/** What keeps a value from being JSON, and where: `path` holds the keys that lead to it. */
export interface JsonFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** There are more values than were asked for; which one is too many says nothing. */
  readonly isTooLarge?: true;
}

/** A list or an object to look into; `key` is its place in `parent`. */
interface Visit {
  readonly value: object;
  readonly depth: number;
  readonly key: string | number;
  readonly parent: Visit | undefined;
}

/** Most documents are smaller; what is larger may be small and shared many times over. */
const visitsWithoutMemory = 1_000_000;

/**
 * Finds what keeps a value from being JSON of at most `maxDepth` levels: a function, `undefined`, an infinite
 * number, an object of a class, a cycle.
 *
 * Walks with a list of its own, so that no input can overflow the stack. In a large value it visits what is shared
 * between branches at most once a level, so that sharing cannot blow up the time.
 *
 * @returns `undefined` when there is no fault.
 * @spec DG3, DG4, DG18
 */
export function findJsonFault(
  root: unknown,
  maxDepth: number = maxJsonDepth,
  maxValues: number = Number.POSITIVE_INFINITY,
): JsonFault | undefined {
  const pending: Visit[] = [];
  const deepest = new Map<object, number>();
  let visits = 0;
  let values = 0;

  const look = (value: unknown, key: string | number, parent: Visit | undefined): JsonFault | undefined => {
    values += 1;
    if (values > maxValues) return { path: [], message: `has at most ${maxValues} values`, isTooLarge: true };
    if (typeof value !== 'object' || value === null) {
      const message = scalarFault(value);
      return message === undefined ? undefined : { path: pathTo(parent, key), message };
    }
    const depth = parent === undefined ? 1 : parent.depth + 1;
    if (depth > maxDepth) return { path: pathTo(parent, key), message: `goes deeper than ${maxDepth} levels` };
    if (!Array.isArray(value) && !isPlainObject(value)) {
      return { path: pathTo(parent, key), message: 'is an object of a class, not a plain one' };
    }
    visits += 1;
    if (visits > visitsWithoutMemory) {
      if ((deepest.get(value) ?? 0) >= depth) return undefined;
      deepest.set(value, depth);
    }
    pending.push({ value, depth, key, parent });
    return undefined;
  };

  let fault = look(root, '', undefined);
  for (let visit = pending.pop(); visit !== undefined && fault === undefined; visit = pending.pop()) {
    const { value } = visit;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length && fault === undefined; index += 1) {
        fault = look(value[index], index, visit);
      }
    } else {
      for (const key of Object.keys(value)) {
        fault ??= look((value as Record<string, unknown>)[key], key, visit);
      }
    }
  }
  return fault;
}

function scalarFault(value: unknown): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value !== 'number') return `is ${typeof value}, which JSON does not have`;
  return Number.isFinite(value) ? undefined : 'is not a finite number';
}

/** Also true for an object of another realm, whose `Object.prototype` is not ours. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function pathTo(parent: Visit | undefined, key: string | number): readonly (string | number)[] {
  if (parent === undefined) return [];
  const path = [key];
  for (let step = parent; step.parent !== undefined; step = step.parent) path.push(step.key);
  return path.reverse();
}
