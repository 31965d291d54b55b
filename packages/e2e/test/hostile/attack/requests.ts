/** Pseudo-random numbers, the same for one seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    // Numerical Recipes' linear congruential generator.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const values: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  'x',
  '\u0000',
  '\ud800',
  '@{x}',
  '../..',
  [],
  [[]],
  {},
  { nodes: 1 },
  { __proto__x: 1 },
  'é'.repeat(300),
  '00000000-0000-4000-8000-000000000000',
];
const names = [
  'name',
  'channel_family',
  'diagram',
  'blocks',
  'message',
  'customer',
  'type',
  'url',
  'value',
  '__proto__',
];

/** A request that resembles a valid one: the path of an operation with unusual parts, members and methods. */
export function randomRequest(paths: readonly string[], random: (below: number) => number): RandomRequest {
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T;
  const part = (): string =>
    pick(['1', '0', '-1', '%00', '%ff', 'x', '%2e%2e', '00000000-0000-4000-8000-000000000000']);
  const path = pick(paths).replace(/\{\w+\}/g, part);
  const query =
    random(3) === 0 ? `?${pick(['page', 'limit', 'offset', 'search', 'order'])}=${pick(['x', '-1', '%', '9e9'])}` : '';
  const method = pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
  if (method === 'GET') return { method, path: path + query };
  const members = Array.from({ length: random(4) }, () => [pick(names), pick(values)] as const);
  const body = random(5) === 0 ? pick(['', '{', '[', 'null', '"x"', '\u0000']) : jsonOf(members);
  return { method, path: path + query, body };
}

/** Also adds `__proto__` as a member, which an object literal would not do. */
function jsonOf(members: readonly (readonly [string, unknown])[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
}
