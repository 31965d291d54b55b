import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding } from '../finding.ts';
import { readWorkspace } from '../source/repository.ts';
import { runTool } from '../source/run-tool.ts';
import { readMarkdown } from './read-markdown.ts';

/** Ignored by git, and inside the repository so that packages are found from there. */
const workFolder = '.ci/docs/extracted';

interface Example {
  readonly page: string;
  readonly line: number;
  readonly text: string;
  readonly isRun: boolean;
  /** Name of the extracted module. */
  readonly module: string;
}

/**
 * Compiles every block marked `ts`, each as a module of its own against the built packages, and runs those
 * marked `ts run`.
 */
export async function checkCodeBlocks(root: string, pages: ReadonlyMap<string, string>): Promise<readonly Finding[]> {
  const examples = [...pages].flatMap(([page, text]) => findExamples(page, text));
  if (examples.length === 0) return [];
  const folder = join(root, workFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  linkPackages(root, join(folder, 'node_modules'));
  for (const { module, text } of examples) writeFileSync(join(folder, module), `${text}\nexport {};\n`);
  // Against what was built; an example may end with what it made.
  const compilerOptions = { customConditions: [], noUnusedLocals: false };
  const config = { extends: '../../../tsconfig.json', compilerOptions, include: ['*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));

  const compiled = await runTool(root, 'tsc', ['-p', join(workFolder, 'tsconfig.json'), '--pretty', 'false']);
  if (compiled.exitCode !== 0) return [{ file: workFolder, message: describe(compiled.output, examples) }];

  const findings: Finding[] = [];
  for (const { page, line, module } of examples.filter(({ isRun }) => isRun)) {
    const { exitCode, output } = await runTool(root, 'node', [join(workFolder, module)]);
    if (exitCode !== 0) findings.push({ file: page, line, message: `The example fails:\n${output}` });
  }
  rmSync(folder, { recursive: true });
  return findings;
}

/** Examples import packages as those who installed them do: what a page shows needs no mention at the root. */
function linkPackages(root: string, modules: string): void {
  for (const { folder, manifest } of readWorkspace(root)) {
    const link = join(modules, manifest.name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, folder), link);
  }
}

export function findExamples(page: string, text: string): readonly Example[] {
  return readMarkdown(text)
    .codeBlocks.filter(({ language }) => language === 'ts')
    .map(({ meta, text: code, line }) => ({
      page,
      line,
      text: code,
      isRun: meta.split(' ').includes('run'),
      module: `${page.replaceAll(/\W/g, '-')}-${line}.ts`,
    }));
}

/** The compiler's lines, with the pages' names and lines in place of the extracted modules'. */
export function describe(output: string, examples: readonly Pick<Example, 'module' | 'page' | 'line'>[]): string {
  return output.replaceAll(/^\S*?([^/\s(]+\.ts)\((\d+),(\d+)\)/gm, (whole, module: string, row: string) => {
    const example = examples.find((one) => one.module === module);
    return example === undefined ? whole : `${example.page}:${example.line + Number(row)}`;
  });
}
