import { checkApi } from './api/check-api.ts';
import { checkChangesets } from './changesets/check-changesets.ts';
import { checkCommands } from './commands/check-commands.ts';
import { checkDocs } from './docs/check-docs.ts';
import { type Finding, printFinding } from './finding.ts';
import { checkLayers } from './layers/check-layers.ts';
import { checkPackages } from './packages/check-packages.ts';
import { checkReadmes } from './readmes/check-readmes.ts';
import { checkRulePages } from './rule-pages/check-rule-pages.ts';
import { checkRules } from './rules/check-rules.ts';
import { root } from './source/repository.ts';
import { checkTypeErrors } from './types/check-type-errors.ts';
import { checkUnused } from './unused/check-unused.ts';
import { checkDialect } from './words/check-dialect.ts';
import { checkWords } from './words/check-words.ts';

type Check = (root: string, write: boolean) => readonly Finding[] | Promise<readonly Finding[]>;

/** In the order in which they begin: the one that waits for other programs for longest is first. */
const checks: Readonly<Record<string, Check>> = {
  packages: checkPackages,
  layers: checkLayers,
  rules: checkRules,
  words: checkWords,
  dialect: checkDialect,
  changesets: checkChangesets,
  docs: checkDocs,
  readmes: checkReadmes,
  'rule-pages': checkRulePages,
  'type-errors': checkTypeErrors,
  unused: checkUnused,
  api: checkApi,
  commands: checkCommands,
};

const args = process.argv.slice(2);
const write = args.includes('--write');
/** Checks that pack, run or compile the whole build: `npm test` leaves them to `npm run test:all`. */
const long: readonly string[] = ['packages', 'docs', 'api'];
const named = args.filter((arg) => !arg.startsWith('--'));
const unknown = named.filter((name) => !Object.hasOwn(checks, name));
if (unknown.length > 0) {
  console.error(`No such check: ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`);
  process.exit(2);
}

let failed = 0;
async function run(name: string, check: Check): Promise<void> {
  const startedAt = performance.now();
  const findings = await check(root, write);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${findings.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  for (const finding of findings) console.log(`     ${printFinding(finding)}`);
  if (findings.length > 0) failed += 1;
}

function isWanted(name: string): boolean {
  if (named.length > 0) return named.includes(name);
  return !(args.includes('--quick') && long.includes(name));
}

const waiting = Object.entries(checks).filter(([name]) => isWanted(name));
async function runNext(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(...next);
}
await Promise.all([runNext(), runNext()]);
process.exitCode = failed === 0 ? 0 : 1;
