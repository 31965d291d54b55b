import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type BlockDefinition,
  type Catalog,
  createCatalog,
  defineLint,
  defineRule,
  type OwnLint,
  type OwnRule,
} from '@botwright/core/diagram';
import { CommandFailure } from '../command-failure.ts';

/** What the plugins of a project add. */
interface ProjectPlugins {
  readonly catalog: Catalog;
  readonly ownRules: readonly OwnRule[];
  readonly ownLints: readonly OwnLint[];
}

const members = ['rules', 'lints', 'blocks'] as const;
type Plugin = Readonly<Partial<Record<(typeof members)[number], readonly unknown[]>>>;

/**
 * Loads the modules that a config names as plugins. Each has a default export of `rules`, `lints` and `blocks`.
 *
 * @throws {CommandFailure} Names the module, and what is wrong with it.
 * @spec LC17
 */
export async function loadProjectPlugins(paths: readonly string[], folder: string): Promise<ProjectPlugins> {
  const ownRules: OwnRule[] = [];
  const ownLints: OwnLint[] = [];
  const blocks: BlockDefinition[] = [];
  let catalog = createCatalog();
  for (const path of paths) {
    const refuse = (problem: string, cause?: unknown): CommandFailure =>
      new CommandFailure('usage', `The plugin ${path} ${problem}`, { cause });
    let plugin: Plugin;
    try {
      plugin = ((await import(pathToFileURL(resolve(folder, path)).href)) as { readonly default: Plugin }).default;
    } catch (error) {
      throw refuse(`cannot be loaded: ${messageOf(error)}`, error);
    }
    const problem = findProblem(plugin);
    if (problem !== undefined) throw refuse(problem);
    try {
      for (const rule of plugin.rules ?? []) ownRules.push(defineRule(rule as OwnRule));
      for (const lint of plugin.lints ?? []) ownLints.push(defineLint(lint as OwnLint));
      blocks.push(...((plugin.blocks ?? []) as readonly BlockDefinition[]));
      catalog = createCatalog(blocks);
      const codes = [...ownRules, ...ownLints].map(({ code }) => code);
      const twice = codes.find((code, nth) => codes.indexOf(code) !== nth);
      if (twice !== undefined) throw new TypeError(`Two rules or lints have the code "${twice}".`);
    } catch (error) {
      throw refuse(`cannot be used: ${messageOf(error)}`, error);
    }
  }
  return { catalog, ownRules, ownLints };
}

function findProblem(plugin: unknown): string | undefined {
  if (typeof plugin !== 'object' || plugin === null) return 'has no default export with rules, lints or blocks.';
  for (const [name, value] of Object.entries(plugin)) {
    if (!(members as readonly string[]).includes(name)) return `has "${name}", which is none of ${members.join(', ')}.`;
    if (!Array.isArray(value)) return `has "${name}", which is no list.`;
  }
  return undefined;
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] as string;
}
