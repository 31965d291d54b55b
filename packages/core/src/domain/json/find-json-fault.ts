/** How deep nested objects and lists may go, the root being 1. */
export const maxJsonDepth = 100;

/** What keeps a value from being JSON, and where: `path` holds the keys that lead to it. */
export interface JsonFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface Visit {
  readonly value: unknown;
  readonly depth: number;
  readonly key: string | number;
  readonly parent: Visit | undefined;
}

/**
 * Finds what keeps a value from being JSON of at most `maxDepth` levels: a function, `undefined`, an infinite
 * number, an object of a class, a cycle.
 *
 * Walks with a list of its own, so that no input can overflow the stack, and visits what is shared between
 * branches at most once a level, so that sharing cannot blow up the time.
 *
 * @returns `undefined` when there is no fault.
 * @spec DG3, DG4
 */
export function findJsonFault(root: unknown, maxDepth: number = maxJsonDepth): JsonFault | undefined {
  const deepestVisit = new Map<object, number>();
  const pending: Visit[] = [{ value: root, depth: 1, key: '', parent: undefined }];
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const { value, depth } = visit;
    if (typeof value !== 'object' || value === null) {
      const message = scalarFault(value);
      if (message !== undefined) return { path: pathTo(visit), message };
      continue;
    }
    if (depth > maxDepth) return { path: pathTo(visit), message: `goes deeper than ${maxDepth} levels` };
    if ((deepestVisit.get(value) ?? 0) >= depth) continue;
    deepestVisit.set(value, depth);
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1) {
        pending.push({ value: value[index], depth: depth + 1, key: index, parent: visit });
      }
    } else if (isPlainObject(value)) {
      for (const key of Object.keys(value).reverse()) {
        pending.push({ value: (value as Record<string, unknown>)[key], depth: depth + 1, key, parent: visit });
      }
    } else {
      return { path: pathTo(visit), message: 'is an object of a class, not a plain one' };
    }
  }
  return undefined;
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

function pathTo(visit: Visit): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let step = visit; step.parent !== undefined; step = step.parent) path.push(step.key);
  return path.reverse();
}
