import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { listTracked, readText } from '../source/repository.ts';
import { runTool } from '../source/run-tool.ts';
import { linkPackages, writeConfiguration } from '../source/work-folder.ts';

const workFolder = '.ci/types/extracted';
const directive = /^\s*\/\/ @ts-expect-error (.+)$/;

/**
 * Type tests have after each `@ts-expect-error` the message that the compiler should give the user. Compiles them against
 * the built packages without these lines, and compares the messages.
 */
export async function checkTypeErrors(root: string): Promise<readonly Finding[]> {
  const tests = listTracked(root, 'packages/*.test-d.ts').map((file, at) => {
    const lines = readText(root, file).split('\n');
    const expected = lines.flatMap((line, index) => {
      const sentence = directive.exec(line)?.[1];
      return sentence === undefined ? [] : [{ line: index + 2, sentence }];
    });
    return {
      file,
      module: `test-${at}.ts`,
      expected,
      text: lines.map((line) => line.replace(directive, '')).join('\n'),
    };
  });
  const folder = join(root, workFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  linkPackages(root, folder);
  for (const { module, text } of tests) writeFileSync(join(folder, module), text);
  writeConfiguration(folder);
  const { output } = await runTool(root, 'tsc', ['-p', folder, '--pretty', 'false']);
  rmSync(folder, { recursive: true });
  return tests.flatMap(({ file, module, expected }) => compare(file, expected, readErrors(output, module)));
}

interface Sentence {
  readonly line: number;
  readonly sentence: string;
}

/** The compiler's messages about a module, line by line; their continuation lines are indented. */
export function readErrors(output: string, module: string): readonly Sentence[] {
  return output.split(/\n(?=\S)/).flatMap((part) => {
    const [, file, line, sentence = ''] = /([^/\s]+)\((\d+),\d+\): error TS\d+: (.*)/s.exec(part) ?? [];
    return file === module ? [{ line: Number(line), sentence }] : [];
  });
}

export function compare(file: string, expected: readonly Sentence[], errors: readonly Sentence[]): readonly Finding[] {
  const missing = expected.flatMap(({ line, sentence }): readonly Finding[] => {
    const said = errors.filter((error) => error.line === line).map((error) => error.sentence);
    if (said.some((text) => text.includes(sentence))) return [];
    return [{ file, line, message: `The compiler says: ${said.join('\n') || 'nothing'}` }];
  });
  const lines = new Set(expected.map(({ line }) => line));
  const unforeseen = errors.filter(({ line }) => !lines.has(line));
  return [...missing, ...unforeseen.map(({ line, sentence }) => ({ file, line, message: sentence }))];
}
