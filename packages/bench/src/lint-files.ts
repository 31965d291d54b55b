import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cleanDiagram, type DiagramShape, diagramShapes } from './clean-diagram.ts';
import { median } from './median.ts';

const { values: flags } = parseArgs({
  options: {
    files: { type: 'string', default: '200' },
    blocks: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '15' },
    shape: { type: 'string', multiple: true, default: [...diagramShapes] },
  },
});
const [files, blocks, rounds] = [flags.files, flags.blocks, flags.rounds].map(Number) as [number, number, number];
const command = fileURLToPath(new URL('../../cli/bin/botwright.js', import.meta.url));

/** Scripts that read and parse, and nothing else: the three ways in which one would write it. */
const readers = {
  'read one by one, waiting (readFileSync)': `
import { readdirSync, readFileSync } from 'node:fs';
for (const file of readdirSync(process.argv[2])) JSON.parse(readFileSync(process.argv[2] + '/' + file, 'utf8'));
`,
  'read one by one (await readFile)': `
import { readdir, readFile } from 'node:fs/promises';
for (const file of await readdir(process.argv[2])) JSON.parse(await readFile(process.argv[2] + '/' + file, 'utf8'));
`,
  'read all at once (Promise.all)': `
import { readdir, readFile } from 'node:fs/promises';
const files = await readdir(process.argv[2]);
await Promise.all(files.map(async (file) => JSON.parse(await readFile(process.argv[2] + '/' + file, 'utf8'))));
`,
};

/** Prints the processor time of the process, in microseconds, when it ends. */
const printTime =
  'data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>{const{user,system}=process.cpuUsage();' +
  'writeSync(2,String(user+system))})';

interface Run {
  readonly wallMs: number;
  readonly cpuMs: number;
}

function spawnNode(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stderr;
}

/** Two processes: one that is timed from outside and loads nothing else, and one that prints its processor time. */
function run(...args: readonly string[]): Run {
  const begun = performance.now();
  spawnNode(args);
  const wallMs = performance.now() - begun;
  return { wallMs, cpuMs: Number(spawnNode(['--import', printTime, ...args])) / 1_000 };
}

function compare(shape: DiagramShape): void {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-lint-'));
  try {
    const bots = join(folder, 'bots');
    mkdirSync(bots);
    let bytes = 0;
    for (let at = 0; at < files; at += 1) {
      const text = JSON.stringify(cleanDiagram(blocks, shape, at), null, 2);
      bytes += Buffer.byteLength(text);
      writeFileSync(join(bots, `bot-${at}.json`), text);
    }
    const scripts = Object.entries(readers).map(([title, source], nth) => {
      const path = join(folder, `read-${nth}.mjs`);
      writeFileSync(path, source);
      return { title, args: [path, bots], runs: [] as Run[] };
    });
    const lint = { args: [command, 'lint', bots, '--max-warnings', '0'], runs: [] as Run[] };
    for (const { args } of [...scripts, lint]) run(...args);
    for (let round = 0; round < rounds; round += 1) {
      for (const { args, runs } of [...scripts, lint]) runs.push(run(...args));
    }
    console.log(`${shape}: ${files} files of ${blocks} blocks, ${(bytes / files / 1024).toFixed(0)} KiB each`);
    for (const { title, runs } of scripts) {
      for (const [kind, of] of [
        ['wall time', (each: Run) => each.wallMs],
        ['processor time', (each: Run) => each.cpuMs],
      ] as const) {
        const [read, linted] = [median(runs.map(of)), median(lint.runs.map(of))];
        console.log(
          `  ${title}, ${kind}: ${read.toFixed(0)} ms, botwright lint ${linted.toFixed(0)} ms, ratio ${(linted / read).toFixed(2)}`,
        );
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const shape of diagramShapes) if (flags.shape.includes(shape)) compare(shape);
