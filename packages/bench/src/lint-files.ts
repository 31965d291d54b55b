import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './median.ts';
import { realisticDiagram, type SampleDiagram } from './realistic-diagram.ts';

const files = 200;
const blocks = 100;
const rounds = 15;
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

/** A diagram in which no rule and no lint finds anything: all outputs are connected, and the one Field is set first. */
function cleanDiagram(): SampleDiagram {
  const text = JSON.stringify(realisticDiagram(blocks - 1))
    .replace(/"(order_details|topic|segment|order|email_confirmed|order_date|item_count)"/g, '"order_details"')
    .replaceAll('@{order_number}', '@{order_details}');
  const { nodes, connections } = JSON.parse(text) as SampleDiagram;
  const outputs = { buttons: ['$b1', '$b2', '$b3'], conditions: ['true', 'false'], set_field: ['success'] };
  const others = { webhook: ['$success', '$failed'], yes_no: ['$yes', '$no'], hidden: [] };
  const outputsOf = new Map<string, readonly string[]>(Object.entries({ ...outputs, ...others }));
  nodes['bye'] = { ...nodes['n3'], id: 'bye', path: 'bye', top: 0, left: -400 };
  for (const [id, { template }] of Object.entries(nodes)) {
    for (const type of id === 'bye' ? [] : (outputsOf.get(String(template)) ?? ['$success'])) {
      if (Object.keys(connections).some((key) => key.startsWith(`${id}.${type}--`))) continue;
      const key = `${id}.${type}--bye`;
      connections[key] = { id: key, type, sourcePath: id, targetPath: 'bye' };
    }
  }
  return { nodes, connections };
}

interface Run {
  readonly wallMs: number;
  readonly cpuMs: number;
}

function run(...args: readonly string[]): Run {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', printTime, ...args], {
    encoding: 'utf8',
  });
  const wallMs = performance.now() - begun;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return { wallMs, cpuMs: Number(stderr) / 1_000 };
}

const folder = mkdtempSync(join(tmpdir(), 'botwright-lint-'));
try {
  const bots = join(folder, 'bots');
  mkdirSync(bots);
  const text = JSON.stringify(cleanDiagram(), null, 2);
  for (let at = 0; at < files; at += 1) writeFileSync(join(bots, `bot-${at}.json`), text);
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
  for (const [title, of] of [
    ['wall time', (each: Run) => each.wallMs],
    ['processor time', (each: Run) => each.cpuMs],
  ] as const) {
    const [read, lint] = [median(reads.map(of)), median(lints.map(of))];
    const least = Math.min(...lints.map(of)) / Math.min(...reads.map(of));
    console.log(
      `${files} files of ${blocks} blocks, ${title}: read and parse ${read.toFixed(0)} ms, botwright lint ` +
        `${lint.toFixed(0)} ms, ratio ${(lint / read).toFixed(2)} (of the fastest runs ${least.toFixed(2)})`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
