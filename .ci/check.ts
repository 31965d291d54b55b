import { checkChangesets } from './changesets/check-changesets.ts';
import { checkCommands } from './commands/check-commands.ts';
import { checkDocs } from './docs/check-docs.ts';
import { checkExports } from './exports/check-exports.ts';
import { type Finding, printFinding } from './finding.ts';
import { checkHabits } from './habits/check-habits.ts';
import { checkLayers } from './layers/check-layers.ts';
import { checkPackages } from './packages/check-packages.ts';
import { checkRules, writeCoverage } from './rules/check-rules.ts';
import { root } from './source/repository.ts';
import { checkUnused } from './unused/check-unused.ts';
import { checkWords } from './words/check-words.ts';

const checks: Readonly<Record<string, (root: string) => readonly Finding[] | Promise<readonly Finding[]>>> = {
  layers: checkLayers,
  habits: checkHabits,
  rules: checkRules,
  words: checkWords,
  exports: checkExports,
  changesets: checkChangesets,
  docs: checkDocs,
  unused: checkUnused,
  packages: checkPackages,
  commands: checkCommands,
};

const args = process.argv.slice(2);
if (args.includes('--write')) writeCoverage(root);

const named = args.filter((arg) => !arg.startsWith('--'));
const unknown = named.filter((name) => !Object.hasOwn(checks, name));
if (unknown.length > 0) {
  console.error(`No such check: ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`);
  process.exit(2);
}

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const startedAt = performance.now();
  const findings = await check(root);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${findings.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  for (const finding of findings) console.log(`     ${printFinding(finding)}`);
  if (findings.length > 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
