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

/** Reads and parses, and nothing else. */
const readAndParse = `
import { readdirSync, readFileSync } from 'node:fs';
for (const file of readdirSync(process.argv[2])) JSON.parse(readFileSync(process.argv[2] + '/' + file, 'utf8'));
`;

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
    const script = join(folder, 'read.mjs');
    writeFileSync(script, readAndParse);

    const lintArgs = [command, 'lint', bots, '--max-warnings', '0'];
    run(script, bots);
    run(...lintArgs);
    const reads: Run[] = [];
    const lints: Run[] = [];
    for (let round = 0; round < rounds; round += 1) {
      reads.push(run(script, bots));
      lints.push(run(...lintArgs));
    }
    console.log(`${shape}: ${files} files of ${blocks} blocks, ${(bytes / files / 1024).toFixed(0)} KiB each`);
    for (const [title, of] of [
      ['wall time', (each: Run) => each.wallMs],
      ['processor time', (each: Run) => each.cpuMs],
    ] as const) {
      const [read, lint] = [median(reads.map(of)), median(lints.map(of))];
      const least = Math.min(...lints.map(of)) / Math.min(...reads.map(of));
      console.log(
        `  ${title}: read and parse ${read.toFixed(0)} ms, botwright lint ${lint.toFixed(0)} ms, ` +
          `ratio ${(lint / read).toFixed(2)} (of the fastest runs ${least.toFixed(2)})`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const shape of diagramShapes) if (flags.shape.includes(shape)) compare(shape);
