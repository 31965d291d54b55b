/**
 * What a part of the repository may import, and which of the machine's powers it may use.
 * First match wins. `imports` are prefixes of repository paths, packages by name, or `node:` built-ins;
 * a package's own folder is not implied.
 */
export interface Zone {
  readonly name: string;
  readonly holds: RegExp;
  /** `'any'`: a composition root, or tests. */
  readonly imports: readonly string[] | 'any';
  /** Packages of which only types may be imported. */
  readonly typesOnly?: readonly string[];
  readonly powers: readonly Power[];
  /** Browser code: nothing that only Node has. */
  readonly isBrowser?: true;
}

export type Power = 'clock' | 'timers' | 'randomness' | 'process';

const allPowers: readonly Power[] = ['clock', 'timers', 'randomness', 'process'];
const core = 'packages/core/src/';

export const zones: readonly Zone[] = [
  {
    name: 'tests',
    holds: /\.(test|test-d|prop\.test)\.ts$|^(packages|examples)\/[^/]+\/(test|bench)\//,
    imports: 'any',
    powers: allPowers,
  },
  {
    name: 'edit inputs',
    holds: /^packages\/core\/src\/domain\/edits\/input\//,
    imports: [`${core}domain/`, 'valibot'],
    powers: [],
    isBrowser: true,
  },
  {
    name: 'formulas',
    holds: /^packages\/core\/src\/domain\/formula\//,
    imports: [`${core}domain/`, '@bufbuild/cel'],
    powers: [],
    isBrowser: true,
  },
  {
    name: 'domain',
    holds: /^packages\/core\/src\/domain\//,
    imports: [`${core}domain/`, 'immer'],
    powers: [],
    isBrowser: true,
  },
  {
    name: 'browser entry',
    holds: /^packages\/core\/src\/diagram\//,
    imports: [`${core}domain/`],
    powers: [],
    isBrowser: true,
  },
  { name: 'ports', holds: /^packages\/core\/src\/ports\//, imports: [`${core}domain/`, `${core}ports/`], powers: [] },
  {
    name: 'engine',
    holds: /^packages\/core\/src\/engine\//,
    imports: [`${core}domain/`, `${core}ports/`, `${core}engine/`, `${core}system/`, 'valibot', 'date-fns'],
    powers: [],
  },
  {
    name: 'memory store',
    holds: /^packages\/core\/src\/memory\//,
    imports: [`${core}domain/`, `${core}ports/`, `${core}memory/`],
    powers: [],
  },
  {
    name: 'simulation',
    holds: /^packages\/core\/src\/simulation\//,
    imports: [`${core}domain/`, `${core}ports/`, `${core}system/`, `${core}simulation/`],
    powers: [],
  },
  {
    name: 'system',
    holds: /^packages\/core\/src\/system\//,
    imports: [`${core}domain/`, `${core}ports/`, `${core}system/`, 'nanoid', 'node:'],
    powers: allPowers,
  },
  {
    name: 'core index',
    holds: /^packages\/core\/src\/index\.ts$/,
    imports: ['domain', 'ports', 'engine', 'system', 'simulation'].map((folder) => `${core}${folder}/`),
    powers: [],
  },
  {
    // It ends a group by how long its work took: no time of the product, and nothing that is kept.
    name: 'group of commits',
    holds: /^packages\/storage-sqlite\/src\/commit-group\.ts$/,
    imports: ['packages/storage-'],
    powers: ['timers', 'clock'],
  },
  {
    name: 'storage adapter',
    holds: /^packages\/storage-[^/]+\/src\//,
    imports: ['packages/storage-', '@botwright/core', 'node:'],
    typesOnly: ['@botwright/core'],
    powers: ['timers'],
  },
  {
    name: 'sender adapter',
    holds: /^packages\/sender-[^/]+\/src\//,
    imports: ['packages/sender-', '@botwright/core', 'node:', 'undici', 'ipaddr.js'],
    typesOnly: ['@botwright/core'],
    powers: ['clock', 'timers'],
  },
  {
    name: 'provider servers',
    holds: /^packages\/provider-servers\/src\//,
    imports: ['packages/provider-servers/src/', 'node:'],
    powers: allPowers,
  },
  {
    name: 'provider adapter',
    holds: /^packages\/provider-[^/]+\/src\//,
    imports: ['packages/provider-', '@botwright/core', '@botwright/provider-oauth', 'oauth4webapi', 'valibot'],
    powers: ['timers'],
  },
  {
    name: 'http',
    holds: /^packages\/http\/src\//,
    imports: ['packages/http/src/', '@botwright/core', 'valibot', '@valibot/to-json-schema', 'yaml', 'date-fns'],
    powers: [],
  },
  {
    name: 'http edge',
    holds: /^packages\/http-[^/]+\/src\//,
    imports: ['packages/http-', '@botwright/http', '@botwright/http-node', 'node:', 'hono', '@hono/node-server'],
    powers: ['timers'],
  },
  {
    name: 'port contracts',
    holds: /^packages\/port-contracts\/src\//,
    imports: ['packages/port-contracts/src/', '@botwright/core', 'node:assert/strict'],
    powers: [],
  },
  {
    name: 'runner',
    holds: /^packages\/runner\/src\//,
    imports: [
      'packages/runner/src/',
      '@botwright/core/diagram',
      '@bufbuild/cel',
      '@bufbuild/protobuf',
      '@bufbuild/re2',
      'date-fns',
      '@date-fns/utc',
    ],
    powers: [],
    isBrowser: true,
  },
  {
    name: 'composition root',
    holds: /^(packages\/(cli|bench|e2e)|examples\/[^/]+)\//,
    imports: 'any',
    powers: allPowers,
  },
];

export function zoneOf(file: string): Zone | undefined {
  return zones.find(({ holds }) => holds.test(file));
}
