// Which part of the repository may import what; types count, and so do tests. `npm run check layers` runs it.

import { readdirSync, readFileSync } from 'node:fs';

const tests = String.raw`\.(test|test-d)\.ts$|^(packages|examples)/[^/]+/(test|bench)/`;
const sources = '^((?:packages|examples)/[^/]+)/(?:src|test|bench|page)/';
const core = '^packages/core/src/';
const definitions = `${core}blocks/(definitions|[a-z-]+/definition)\\.ts$`;
/** Run in browsers, wait for nothing, and need nothing else of the core. */
const pureEntries = `${core}(domain|diagram|lifecycle|conversation|webhooks|paging|merge|files|inputs)/`;
const pure = [pureEntries, definitions];
const library = (/** @type {readonly string[]} */ ...names) => `node_modules/(${names.join('|')})/`;

/**
 * What each layer imports. The first that holds a file counts, so the narrow ones come first.
 *
 * @typedef {{ name: string, holds: string, imports: readonly string[] | 'any', node?: true }} Layer `node`: what Node brings, too.
 * @type {readonly Layer[]}
 */
const layers = [
  { name: 'tests', holds: tests, imports: 'any' },
  { name: 'formulas', holds: `${core}domain/formula/`, imports: [...pure, library('@bufbuild/cel')] },
  { name: 'similar names', holds: `${core}domain/closest-name\\.ts$`, imports: [library('leven')] },
  { name: 'definitions of blocks', holds: definitions, imports: pure },
  {
    name: 'runner',
    holds: `${core}(runner|blocks)/`,
    imports: [...pure, `${core}(runner|blocks)/`, library('@bufbuild/(cel|protobuf|re2)', 'date-fns', '@date-fns/utc')],
  },
  { name: 'pure', holds: pureEntries, imports: [...pure, library('valibot')] },
  { name: 'kinds of records', holds: `${core}records/`, imports: [...pure, `${core}(ports|records)/`] },
  { name: 'ports', holds: `${core}ports/`, imports: [...pure, `${core}(ports|records)/`] },
  { name: 'memory store', holds: `${core}memory/`, imports: [...pure, `${core}(ports|records|memory)/`] },
  {
    name: 'machine',
    holds: `${core}node/`,
    imports: [...pure, `${core}(ports|node)/`, library('nanoid', '@noble/(ciphers|hashes)')],
  },
  {
    name: 'testing',
    holds: `${core}testing/`,
    imports: [...pure, `${core}(ports|testing)/`],
  },
  {
    name: 'engine',
    holds: `${core}engine/`,
    imports: [...pure, `${core}(ports|records|engine|node)/`, library('valibot')],
  },
  {
    name: 'opentelemetry',
    holds: `${core}opentelemetry/`,
    imports: [...pure, `${core}(ports|engine|opentelemetry)/`, library('@opentelemetry/api')],
  },
  {
    name: 'core index',
    holds: `${core}(front/)?index\\.ts$`,
    imports: [...pure, `${core}(ports|engine|node)/`],
  },
  {
    name: 'bots in files',
    holds: '^packages/testing/src/files/',
    imports: ['^packages/testing/src/(files|texts)/', ...pure, library('jsonc-parser')],
    node: true,
  },
  {
    name: 'scenarios in files',
    holds: '^packages/testing/src/scenario-files/',
    imports: ['^packages/testing/src/', ...pure, `${core}runner/`],
    node: true,
  },
  {
    name: 'contracts of ports',
    holds: '^packages/testing/src/contracts/',
    imports: ['^packages/testing/src/contracts/', core, '^assert/strict$', '^timers/promises$'],
  },
  {
    name: 'bot tests',
    holds: '^packages/testing/src/',
    imports: [
      '^packages/testing/src/',
      ...pure,
      `${core}(ports|runner|testing)/`,
      library('diff', 'valibot', 'yaml', 'vitest', '@jest/globals'),
    ],
  },
  {
    name: 'pictures',
    holds: '^packages/graph/src/',
    imports: ['^packages/graph/src/', ...pure, library('@dagrejs/dagre')],
  },
  {
    name: 'importers',
    holds: '^packages/import/src/',
    imports: ['^packages/import/src/', ...pure, library('acorn', 'fflate')],
  },
  { name: 'client', holds: '^packages/client/src/', imports: ['^packages/client/src/'] },
  { name: 'SQL', holds: '^packages/storage/src/sql/', imports: ['^packages/storage/src/sql/', core], node: true },
  {
    name: 'SQLite',
    holds: '^packages/storage/src/sqlite/',
    imports: ['^packages/storage/src/(sql|sqlite)/', core],
    node: true,
  },
  {
    name: 'files on disk',
    holds: '^packages/storage/src/disk/',
    imports: ['^packages/storage/src/disk/', core],
    node: true,
  },
  {
    name: 'PostgreSQL',
    holds: '^packages/storage/src/postgres/',
    imports: ['^packages/storage/src/(sql|postgres)/', core, library('pg')],
    node: true,
  },
  {
    name: 'pg-boss',
    holds: '^packages/storage/src/pg-boss/',
    imports: ['^packages/storage/src/(postgres|pg-boss)/', core, library('pg-boss')],
    node: true,
  },
  {
    name: 'sender',
    holds: '^packages/sender-[^/]+/src/',
    imports: ['^packages/sender-', core, library('undici', 'ipaddr.js')],
    node: true,
  },
  {
    name: 'messengers',
    holds: '^packages/messenger-[^/]+/src/',
    imports: ['^packages/messenger-', core],
  },
  {
    name: 'mailers',
    holds: '^packages/email-[^/]+/src/',
    imports: ['^packages/email-', core, library('nodemailer')],
    node: true,
  },
  {
    name: 'models',
    holds: '^packages/model-[^/]+/src/',
    imports: ['^packages/model-', core, library('ai', '@ai-sdk/[^/]+')],
    node: true,
  },
  {
    name: 'tools for assistants',
    holds: '^packages/mcp/src/',
    imports: ['^packages/(mcp|graph|import|testing)/src/', core, library('@modelcontextprotocol/server')],
  },
  {
    name: 'providers',
    holds: '^packages/providers/src/',
    imports: ['^packages/providers/src/', core, library('oauth4webapi', 'valibot')],
  },
  {
    name: 'static files',
    holds: '^packages/http/src/static-files/',
    imports: ['^packages/http/src/', core],
    node: true,
  },
  {
    name: 'http',
    holds: '^packages/http/src/',
    imports: ['^packages/http/src/', core, library('valibot', '@valibot/to-json-schema', 'yaml', 'jsonc-parser')],
  },
  {
    name: 'http adapter',
    holds: '^packages/http-[^/]+/src/',
    imports: ['^packages/http/', '^packages/http-', library('hono', '@hono/node-server')],
    node: true,
  },
  {
    name: 'page of the console',
    holds: '^packages/console/page/',
    imports: [
      '^packages/console/page/',
      '^packages/web-chat/page/(text-view|wire)\\.tsx?$',
      ...pure,
      '^packages/(client|graph|import|testing)/src/',
      library('preact'),
    ],
  },
  {
    name: 'console',
    holds: '^packages/console/src/',
    imports: ['^packages/(console|http)/src/', core],
    node: true,
  },
  {
    name: 'page of the web chat',
    holds: '^packages/web-chat/page/',
    imports: ['^packages/web-chat/page/', library('preact', 'eventsource-parser')],
  },
  {
    name: 'web chat',
    holds: '^packages/web-chat/src/',
    imports: ['^packages/(web-chat|http)/src/', core],
    node: true,
  },
  { name: 'put together', holds: '^(packages/(cli|bench|create-botwright|e2e)|examples/[^/]+)/', imports: 'any' },
];

/** @type {readonly { folder: string, builtIn?: readonly string[], exports?: Record<string, any> }[]} */
const manifests = readdirSync('packages').map((name) => {
  const folder = `packages/${name}`;
  return { folder, ...JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) };
});
/** Libraries that a build copies into its package are development dependencies, and used all the same. */
const builtIn = manifests.flatMap((manifest) => manifest.builtIn ?? []);
const entries = manifests.flatMap(({ folder, exports = {} }) =>
  Object.values(exports).map((target) => `^${folder}/${(target['@botwright/source'] ?? target).replace('./', '')}$`),
);

/**
 * @param {string} name
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

const layerRules = layers.flatMap(({ name, holds, imports, node }, index) => {
  if (imports === 'any') return [];
  const from = { path: holds, pathNot: layers.slice(0, index).map((earlier) => earlier.holds) };
  return [forbid(`layer ${name}`, from, { pathNot: [...imports], dependencyTypesNot: node ? ['core'] : [] })];
});

/** @type {import('dependency-cruiser').IConfiguration} */
const configuration = {
  forbidden: [
    forbid('circle', {}, { circular: true }),
    forbid('not found', {}, { couldNotResolve: true }),
    ...layerRules,
    forbid(
      'in no layer: place it in dependency-cruiser.config.mjs',
      { path: sources, pathNot: layers.map(({ holds }) => holds) },
      {},
    ),
    forbid(
      'stores and senders import only types of the core, and what its ports export',
      { path: '^packages/(storage/src/(sql|sqlite|postgres|disk)|sender-[^/]+/src)/', pathNot: tests },
      { path: core, pathNot: [`${core}ports/index\\.ts$`], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'another package is imported by its name',
      { path: sources },
      // No package publishes what tests share, or what both pages draw: it has no other name than its place.
      {
        dependencyTypes: ['local'],
        pathNot: [
          '^$1/',
          '^(packages|examples)/[^/]+/test/',
          '^scripts/(depth\\.ts|built-for-tests\\.mjs)$',
          '^packages/web-chat/page/text-view\\.tsx$',
        ],
      },
    ),
    forbid('an index file is an entry', {}, { path: '^packages/.*/index[.]ts$', pathNot: entries }),
    forbid(
      'tests are imported by tests',
      { path: '^(packages|examples)/[^/]+/src/', pathNot: tests },
      { path: '^(packages|examples)/[^/]+/test/|^scripts/' },
    ),
    forbid(
      'what is published depends on what is declared',
      { path: '^packages/[^/]+/src/', pathNot: tests },
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        // A peer is installed here by being a development dependency, too.
        dependencyTypesNot: ['npm-peer'],
        pathNot: [library(...builtIn)],
      },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@botwright/source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.d.ts', '.json'],
    },
  },
};

export default configuration;
