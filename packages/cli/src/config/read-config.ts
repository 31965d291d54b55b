import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CommandFailure, systemErrorCode } from '../command-failure.ts';
import { type Config, configSchema } from './config-schema.ts';
import { findConfigConflicts } from './find-config-conflicts.ts';

/**
 * Reads and checks a config file.
 *
 * @throws {CommandFailure} Names the file and everything that is wrong in it.
 * @spec CF1, CF2
 */
export async function readConfig(file: string): Promise<Config> {
  const refuse = (problem: string, cause?: unknown): CommandFailure =>
    new CommandFailure('usage', `The config file ${file} ${problem}`, { cause });

  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw refuse(`cannot be read (${systemErrorCode(error) ?? 'unknown reason'}).`, error);
  }

  let input: unknown;
  try {
    input = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw refuse(`is not JSON${describePlace(error)}.`);
  }

  const { success, output, issues } = v.safeParse(configSchema, input);
  const problems = success ? findConfigConflicts(output) : issues.map(describeIssue);
  if (problems.length > 0) throw refuse(`cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  if (!success) throw refuse('cannot be used.');
  return output;
}

/** Where the parser stopped, if the error says so. The whole message is not shown: it quotes the file, perhaps a token. */
function describePlace(error: unknown): string {
  const place = error instanceof Error ? / \(line \d+ column \d+\)/.exec(error.message)?.[0] : undefined;
  return place ?? '';
}

/** One problem with its path. Values are never shown: they may be tokens. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = describePath(issue.path ?? []);
  if (issue.type === 'strict_object' && issue.expected === 'never') return `${path}: is not known here`;
  if (issue.received === 'undefined') return `${path}: is missing`;
  if (issue.kind === 'validation' || issue.type === 'custom') return `${path}: ${issue.message}`;
  return `${path}: must be ${describeExpectation(issue)}`;
}

function describeExpectation({ type, expected }: v.BaseIssue<unknown>): string {
  if (type === 'picklist') return `one of ${expected?.replaceAll(' | ', ', ').replace(/^\((.*)\)$/, '$1')}`;
  if (type === 'array') return 'a list';
  return `a ${type}`;
}

function describePath(path: readonly v.IssuePathItem[]): string {
  const text = path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return text === '' ? 'the whole' : text.replace(/^\./, '');
}
