import { existsSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Benchmark } from './harness/benchmark.ts';
import { findBenchmarks } from './harness/find-benchmarks.ts';
import { describeMachine } from './harness/machine.ts';
import { type OptionSet, readOptions, UnknownWord, UsageError } from './harness/options.ts';
import { installPeers } from './harness/peers.ts';
import { renderMachine, renderOptions } from './harness/render-text.ts';
import { type BenchmarkResult, failuresOf } from './harness/result.ts';
import { runInChild } from './harness/run-in-child.ts';
import { writePage } from './page/write-page.ts';

const usage = `npm run bench [-- <names> <options>]

Runs the named benchmarks, or all, each in a process of its own. Exits with 1 when a promise is not kept.

  --list             print the benchmarks, their sizes, seeds and shapes, and run none
  --repeats <n>      repeats that count (default: 10)
  --full             the sizes of the page of results, which take much longer
  --json <file>      write the results as JSON, too
  --write-docs       write docs/benchmarks.md; results of benchmarks that were not run stay
  --<option> <v>     a size, a seed or a shape of any benchmark; lists with commas
`;

type Given = Readonly<Record<string, unknown>>;

const benchmarks = await findBenchmarks();

function readArguments() {
  const own = {
    help: { type: 'boolean', short: 'h' },
    list: { type: 'boolean' },
    full: { type: 'boolean' },
    'write-docs': { type: 'boolean' },
    json: { type: 'string' },
    repeats: { type: 'string', default: '10' },
  } as const;
  const sizes = benchmarks.flatMap(({ options }) => Object.keys(options)).map((name) => [name, { type: 'string' }]);
  try {
    const { values, positionals } = parseArgs({
      options: { ...(Object.fromEntries(sizes) as Record<string, { type: 'string' }>), ...own },
      allowPositionals: true,
    });
    return { values, given: values, names: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function chosenOf(names: readonly string[]): readonly Benchmark[] {
  const unknown = names.filter((name) => !benchmarks.some((each) => each.name === name));
  if (unknown.length > 0) throw new UsageError(`There is no benchmark ${unknown.join(', ')}; --list prints all.`);
  return names.length === 0 ? benchmarks : benchmarks.filter(({ name }) => names.includes(name));
}

/** @param isOneOfMany - Words that only other benchmarks know then change nothing. */
function optionsOf({ options }: Benchmark, given: Given, isFull: boolean, isOneOfMany: boolean) {
  try {
    return readOptions(options, given, isFull);
  } catch (error) {
    if (!isOneOfMany || !(error instanceof UnknownWord)) throw error;
    const others = Object.fromEntries(Object.entries(given).filter(([name]) => !('words' in (options[name] ?? {}))));
    return readOptions(options, others, isFull);
  }
}

function renderList(): string {
  return benchmarks
    .map(({ name, measures, options }) => `${name}\n  ${measures}\n${renderDefaults(options)}`)
    .join('\n');
}

function renderDefaults(options: OptionSet): string {
  const [usual, full] = [readOptions(options, {}, false), readOptions(options, {}, true)];
  return Object.entries(options)
    .map(([name, option]) => {
      const among = 'words' in option && option.among !== undefined ? ` (${option.among.join(', ')})` : '';
      const more = String(usual[name]) === String(full[name]) ? '' : `; with --full ${full[name]}`;
      return `    --${name}  ${option.about}${among}: ${usual[name]}${more}\n`;
    })
    .join('');
}

async function run(): Promise<number> {
  const { values, given, names } = readArguments();
  const print = (text: string) => process.stdout.write(`${text}\n`);
  if (values.help || values.list) {
    print(values.help ? usage : renderList());
    return 0;
  }

  const chosen = chosenOf(names);
  const repeats = Number(values.repeats);
  if (!Number.isSafeInteger(repeats) || repeats < 1) throw new UsageError('--repeats takes a number from 1.');
  const isFull = values.full ?? false;
  const requests = chosen.map((benchmark) => ({
    benchmark,
    request: { options: optionsOf(benchmark, given, isFull, chosen.length > 1), repeats },
  }));
  if (values.json !== undefined && !existsSync(dirname(resolve(values.json)))) {
    throw new UsageError(`The folder of --json ${values.json} does not exist.`);
  }
  if (chosen.some(({ peers }) => peers !== undefined)) installPeers();

  print(`${renderMachine(describeMachine())}\n`);
  const results: BenchmarkResult[] = [];
  for (const { benchmark, request } of requests) {
    print(`${benchmark.name} ${renderOptions(request.options)}\n  ${benchmark.measures}`);
    results.push(await runInChild(benchmark, request));
  }

  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
  if (values['write-docs']) {
    const names = benchmarks.map(({ name }) => name);
    print(`Written: ${writePage(results, names)}`);
  }
  const failures = results.flatMap(failuresOf);
  const isPromised = results.some(({ cases }) =>
    cases.some(({ ratios }) => ratios.some(({ outcome }) => outcome !== 'none')),
  );
  const kept = isPromised ? 'Everything that is promised was kept.' : 'Nothing is promised for what was measured.';
  print(failures.length === 0 ? kept : `Not kept:\n${failures.join('\n')}`);
  return failures.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
