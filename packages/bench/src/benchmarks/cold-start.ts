import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { realisticDiagram } from '../diagrams/realistic-diagram.ts';
import { type Arm, defineBenchmark, type Figures } from '../harness/benchmark.ts';

interface Entry {
  readonly name: string;
  readonly file: string;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, { readonly default?: string }>>;
}

const packages = fileURLToPath(new URL('../../../', import.meta.url));

/** The built modules that users import. */
function entries(): readonly Entry[] {
  return readdirSync(packages).flatMap((folder) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
    if (manifest.private === true) return [];
    return Object.entries(manifest.exports ?? {}).flatMap(([path, target]) =>
      target.default === undefined || needsTestRunner(target.default)
        ? []
        : [{ name: `${manifest.name}${path.slice(1)}`, file: join(packages, folder, target.default) }],
    );
  });
}

/** The modules for vitest and Jest need their runner. */
function needsTestRunner(file: string): boolean {
  return /\/(vitest|jest)\.js$/.test(file);
}

/** Prints the milliseconds of an import and of its first use. */
function script(file: string, rest = ''): string {
  return `const startedAt = performance.now();
const module = await import(${JSON.stringify(pathToFileURL(file).href)});
const importedAt = performance.now();
${rest}
console.log(JSON.stringify([importedAt - startedAt, performance.now() - importedAt]));`;
}

/** Runs in a separate process, without code that an earlier one has compiled. */
function runCold(file: string): readonly [imported: number, used: number] {
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
  return JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8', env }));
}

export const benchmark = defineBenchmark({
  name: 'cold-start',
  chapter: 'size',
  measures:
    'The first import of each entry in a new process, nothing compiled before, and the first check of a diagram, beside zod, ajv and xstate. Files are in the memory of the system.',
  options: {
    blocks: { about: 'blocks of the diagram that is checked first', value: 100 },
  },
  peers: ['zod', 'ajv', 'xstate'],
  async run({ options: { blocks }, folder, peers, compare }) {
    const scripts = folder();
    const write = (name: string, text: string): string => {
      const file = join(scripts, `${name.replaceAll(/[^a-z-]/g, '_')}.mjs`);
      writeFileSync(file, text);
      return file;
    };
    const importArm = ({ name, file }: Entry): Arm => {
      const path = write(name, script(file));
      return { name, measure: (): Figures => ({ 'ms to import': runCold(path)[0] }) };
    };
    const compared = [
      { name: 'zod', file: peers.file('zod/index.js') },
      { name: 'ajv', file: peers.file('ajv/dist/ajv.js') },
      { name: 'xstate', file: peers.file('xstate/dist/xstate.cjs.mjs') },
    ];
    await compare({ title: 'import', arms: [...entries(), ...compared].map(importArm), warmUp: 1 });

    const diagram = write('diagram', JSON.stringify(realisticDiagram(blocks)));
    const check = `const { readFileSync } = await import('node:fs');
const text = readFileSync(${JSON.stringify(diagram)}, 'utf8');
const context = { catalog: module.createCatalog(), channelFamily: 'native', linkedBots: new Map(), connectedAccounts: new Set() };
if (module.checkDiagram(JSON.parse(text), context).total > 0) throw new Error('The sample breaks a rule.');`;
    const file = join(packages, 'core/dist/diagram/index.js');
    const first = write('first-check', script(file, check));
    await compare({
      title: `first check of ${blocks} blocks`,
      arms: [
        {
          name: '@botwright/core/diagram',
          measure() {
            const [imported, used] = runCold(first);
            return { 'ms in all': imported + used, 'ms to import': imported, 'ms to check': used };
          },
        },
      ],
      warmUp: 1,
    });
  },
});
