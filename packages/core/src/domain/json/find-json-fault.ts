import { jsonPointer } from './json-value.ts';

/** The most levels of nested objects and lists; the root is level 1. */
export const maxJsonDepth = 100;

/** The reason why a value is not JSON, with its place: `path` is the list of keys. */
export interface JsonFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The value contains more values than allowed; `path` is empty. */
  readonly isTooLarge?: true;
}

/** The fault for people, with its place. */
export function jsonFaultMessage({ path, message }: JsonFault): string {
  return `${jsonPointer(...path) || 'It'} ${message}.`;
}

/** Returns the values of an object's members. */
export type ListedMembers = (object: object) => readonly unknown[] | undefined;

/** A list or an object with unchecked members; `key` is its place in `parent`. */
interface OpenObject {
  readonly value: object;
  readonly depth: number;
  readonly key: string | number;
  readonly parent: OpenObject | undefined;
}

/**
 * Checked objects are recorded only beyond this number. Most values are smaller; a larger one may consist of few
 * objects shared many times.
 */
const objectsWithoutMemory = 1_000_000;

/**
 * Finds why a value is not JSON of at most `maxDepth` levels: a function, `undefined`, an infinite number, an object of
 * a class, a cycle.
 *
 * It uses a list of open objects, not recursion, so that no input can overflow the stack. In a large value it checks an
 * object shared between branches at most once per level, so that sharing cannot make it slow.
 *
 * @param listed - The values of large members of the root, if already listed.
 * @returns `undefined` when there is no fault.
 * @spec DG3, DG4, DG18
 */
export function findJsonFault(
  root: unknown,
  maxDepth: number = maxJsonDepth,
  maxValues: number = Number.POSITIVE_INFINITY,
  listed?: ListedMembers,
): JsonFault | undefined {
  if (isSmallJson(root, maxDepth, maxValues, listed)) return undefined;
  const pending: OpenObject[] = [];
  const deepest = new Map<object, number>();
  let objects = 0;
  let values = 0;

  const check = (value: unknown, key: string | number, parent: OpenObject | undefined): JsonFault | undefined => {
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
    objects += 1;
    if (objects > objectsWithoutMemory) {
      if ((deepest.get(value) ?? 0) >= depth) return undefined;
      deepest.set(value, depth);
    }
    pending.push({ value, depth, key, parent });
    return undefined;
  };

  let fault = check(root, '', undefined);
  for (let open = pending.pop(); open !== undefined && fault === undefined; open = pending.pop()) {
    const { value } = open;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length && fault === undefined; index += 1) {
        fault = check(value[index], index, open);
      }
    } else {
      for (const key of Object.keys(value)) {
        fault ??= check((value as Record<string, unknown>)[key], key, open);
      }
    }
  }
  return fault;
}

/**
 * Tells only whether a value is an object or a list of JSON within the bounds, in a third of the time. It recurses at
 * most `maxDepth` levels.
 *
 * @returns `false` for a fault, and also when it gives up: on a large value, or one that shares many objects.
 */
function isSmallJson(root: unknown, maxDepth: number, maxValues: number, listed?: ListedMembers): boolean {
  let left = Math.min(maxValues, objectsWithoutMemory) - 1;

  const isSound = (value: object, depth: number): boolean => {
    if (depth > maxDepth || left < 0) return false;
    if (Array.isArray(value)) {
      left -= value.length;
      if (left < 0) return false;
      for (let index = 0; index < value.length; index += 1) if (!isSoundMember(value[index], depth)) return false;
      return true;
    }
    if (!isPlainObject(value)) return false;
    const members = depth === 2 ? listed?.(value) : undefined;
    if (members !== undefined) {
      left -= members.length;
      for (const member of members) if (!isSoundMember(member, depth)) return false;
      return left >= 0;
    }
    // The loop visits inherited members, too; a plain object has none.
    for (const key in value) {
      left -= 1;
      const member = (value as Record<string, unknown>)[key];
      if (typeof member !== 'string' && !isSoundMember(member, depth)) return false;
    }
    return left >= 0;
  };
  const isSoundMember = (member: unknown, depth: number): boolean => {
    if (typeof member === 'object' && member !== null) return isSound(member, depth + 1);
    return scalarFault(member) === undefined;
  };
  return typeof root === 'object' && root !== null && isSound(root, 1);
}

function scalarFault(value: unknown): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value !== 'number') return `is ${typeof value}, which JSON does not have`;
  return Number.isFinite(value) ? undefined : 'is not a finite number';
}

/** Also true for an object of another realm, with another `Object.prototype`. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function pathTo(parent: OpenObject | undefined, key: string | number): readonly (string | number)[] {
  if (parent === undefined) return [];
  const path = [key];
  for (let step = parent; step.parent !== undefined; step = step.parent) path.push(step.key);
  return path.reverse();
}
