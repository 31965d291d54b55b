import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Finding } from '../finding.ts';
import { runTool } from '../source/run-tool.ts';
import { linkPackages, writeConfiguration } from '../source/work-folder.ts';

/** Ignored by git, and inside the repository so that packages are found from there. */
const workFolder = '.ci/docs/extracted';

export interface Example {
  readonly page: string;
  readonly line: number;
  readonly text: string;
  readonly isRun: boolean;
  /** The output that the page gives: the block marked `text printed` that follows. */
  readonly printed?: string;
  /** Name of the extracted module. */
  readonly module: string;
}

/**
 * Compiles every block marked `ts` as a separate module against the built packages, runs blocks marked `ts run`, and
 * compares their output with the page.
 */
export async function checkCodeBlocks(root: string, examples: readonly Example[]): Promise<readonly Finding[]> {
  if (examples.length === 0) return [];
  const folder = join(root, workFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  linkPackages(root, folder);
  for (const { module, text } of examples) writeFileSync(join(folder, module), `${text}\nexport {};\n`);
  writeConfiguration(folder);

  const compiled = await runTool(root, 'tsc', ['-p', join(workFolder, 'tsconfig.json'), '--pretty', 'false']);
  if (compiled.exitCode !== 0) return [{ file: workFolder, message: describe(compiled.output, examples) }];

  const findings: Finding[] = [];
  for (const { page, line, module, printed } of examples.filter(({ isRun }) => isRun)) {
    const { exitCode, output } = await runTool(root, 'node', [join(workFolder, module)]);
    if (exitCode !== 0) findings.push({ file: page, line, message: `The example fails:\n${output}` });
    else if (printed !== undefined && printed !== output.trimEnd()) {
      findings.push({ file: page, line, message: `The example prints:\n${output}` });
    }
  }
  rmSync(folder, { recursive: true });
  return findings;
}

export function findExamples(page: string, text: string): readonly Example[] {
  const blocks = codeBlocksOf(fromMarkdown(text));
  return blocks.flatMap(({ lang, meta, value, position }, index) => {
    if (lang !== 'ts') return [];
    const line = position?.start.line ?? 1;
    const module = `${page.replaceAll(/\W/g, '-')}-${line}.ts`;
    const next = blocks[index + 1];
    const printed = next?.meta === 'printed' ? { printed: next.value } : {};
    return [{ page, line, text: value, isRun: meta?.split(' ').includes('run') ?? false, ...printed, module }];
  });
}

export function codeBlocksOf(node: Nodes): readonly Extract<Nodes, { type: 'code' }>[] {
  if (node.type === 'code') return [node];
  return 'children' in node ? node.children.flatMap(codeBlocksOf) : [];
}

/** The compiler's lines, with the pages' names and lines in place of the extracted modules'. */
export function describe(output: string, examples: readonly Pick<Example, 'module' | 'page' | 'line'>[]): string {
  return output.replaceAll(/^\S*?([^/\s(]+\.ts)\((\d+),(\d+)\)/gm, (whole, module: string, row: string) => {
    const example = examples.find((one) => one.module === module);
    return example === undefined ? whole : `${example.page}:${example.line + Number(row)}`;
  });
}
