import type { IdentityMap } from './identity-map.ts';

/** Members of answers, events and commands that hold the number of a person. */
const personMembers = ['person', 'publishedBy', 'editedBy', 'agentId', 'agent'] as const;
type PersonMember = (typeof personMembers)[number];

/** Members with values that hold such members. */
const holders = ['items', 'by'] as const;
type Holder = (typeof holders)[number];

export type IdOf<T> = T extends number ? string : T;

/** A value with ids of the host in place of the numbers of persons. */
export type Identified<T> = T extends readonly (infer TItem)[]
  ? readonly Identified<TItem>[]
  : {
      [K in keyof T]: K extends PersonMember
        ? IdOf<T[K]>
        : K extends Holder
          ? Identified<T[K]>
          : K extends 'rest'
            ? IdentifiedRest<T[K]>
            : T[K];
    };

type IdentifiedRest<T> = T extends AsyncIterator<infer TItems> ? AsyncIterator<Identified<TItems>> : T;

/** The numbers of persons in a value. */
export function personsIn(value: unknown, found = new Set<number>()): Set<number> {
  if (Array.isArray(value)) {
    for (const item of value) personsIn(item, found);
  } else if (isObject(value)) {
    for (const name of personMembers)
      if (typeof dataOf(value, name) === 'number') found.add(dataOf(value, name) as number);
    for (const name of holders) personsIn(dataOf(value, name), found);
  }
  return found;
}

/** Copies a value with ids in place of the numbers of persons. */
export function replacePersons<T>(value: T, idOf: (number: number) => string): Identified<T> {
  if (Array.isArray(value)) return value.map((item) => replacePersons(item, idOf)) as unknown as Identified<T>;
  if (!isObject(value)) return value as Identified<T>;
  const members = Object.getOwnPropertyDescriptors(value) as Record<string, PropertyDescriptor>;
  for (const name of personMembers) {
    if (typeof dataOf(value, name) === 'number')
      members[name] = { ...members[name], value: idOf(dataOf(value, name) as number) };
  }
  for (const name of holders) {
    if (isObject(dataOf(value, name)))
      members[name] = { ...members[name], value: replacePersons(dataOf(value, name), idOf) };
  }
  return Object.create(Object.getPrototypeOf(value), members) as Identified<T>;
}

/**
 * Puts ids of the host in place of the numbers of persons. A number that stands for no id becomes its decimal text.
 *
 * @spec HI5
 */
export async function identify<T>(map: IdentityMap, brand: string, value: T): Promise<Identified<T>> {
  const rest = isObject(value) ? dataOf(value, 'rest') : undefined;
  const numbers = personsIn(value);
  if (numbers.size === 0 && rest === undefined) return value as Identified<T>;
  const ids = await map.idsOf(brand, numbers);
  const identified = replacePersons(value, (number) => ids.get(number) ?? String(number));
  if (rest === undefined) return identified;
  return { ...identified, rest: identifyRest(map, brand, rest as AsyncIterator<unknown>) };
}

async function* identifyRest(map: IdentityMap, brand: string, rest: AsyncIterator<unknown>): AsyncGenerator<unknown> {
  try {
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield await identify(map, brand, next.value);
    }
  } finally {
    await rest.return?.();
  }
}

/** A member that is no getter: those compose diagrams. */
function dataOf(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
