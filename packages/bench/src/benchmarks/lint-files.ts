import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanDiagram, type DiagramShape, diagramShapes } from '../diagrams/clean-diagram.ts';
import { type Arm, defineBenchmark } from '../harness/benchmark.ts';

const command = fileURLToPath(new URL('../../../cli/bin/botwright.js', import.meta.url));

/** Scripts that only read and parse, in the three usual ways. */
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

export const benchmark = defineBenchmark({
  name: 'lint-files',
  chapter: 'checks',
  measures:
    'The command botwright lint on a folder of bots, against scripts that read and parse the files and do nothing else, written in three ways.',
  options: {
    files: { about: 'files', value: 200 },
    blocks: { about: 'blocks of each bot', value: 100 },
    shape: { about: 'shapes of the bots', words: diagramShapes },
  },
  async run({ options: { files, blocks, shape }, folder, compare, note }) {
    for (const name of shape) {
      const work = folder();
      const bots = join(work, 'bots');
      mkdirSync(bots);
      let bytes = 0;
      for (let at = 0; at < files; at += 1) {
        const text = JSON.stringify(cleanDiagram(blocks, name as DiagramShape, at), null, 2);
        bytes += Buffer.byteLength(text);
        writeFileSync(join(bots, `bot-${at}.json`), text);
      }
      note(`${name}: ${files} files of ${blocks} blocks, ${(bytes / files / 1024).toFixed(0)} KiB each`);
      const arm = (title: string, args: readonly string[]): Arm => ({
        name: title,
        measure() {
          const { wallMs, cpuMs } = run(...args);
          return { ms: wallMs, 'ms of processor': cpuMs };
        },
      });
      const scripts = Object.entries(readers).map(([title, source], nth) => {
        const path = join(work, `read-${nth}.mjs`);
        writeFileSync(path, source);
        return arm(title, [path, bots]);
      });
      const lint = arm('botwright lint', [command, 'lint', bots, '--max-warnings', '0']);
      await compare({
        title: name,
        arms: [lint, ...scripts],
        ratios: scripts.flatMap((script) =>
          ['ms', 'ms of processor'].map((figure) => ({ of: lint.name, to: script.name, figure })),
        ),
        warmUp: 1,
      });
    }
  },
});
