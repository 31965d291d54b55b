import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Catalog,
  createCatalog,
  defineLint,
  defineRule,
  type HostBlock,
  type OwnCheck,
  type OwnLint,
  type OwnRule,
} from '@botwright/core/diagram';
import type { BlockBehaviour } from '@botwright/core/runner';
import { CommandFailure } from '../command-failure.ts';

/** The plugins' additions to a project. */
export interface ProjectPlugins {
  readonly catalog: Catalog;
  readonly ownRules: readonly OwnRule[];
  readonly ownLints: readonly OwnLint[];
  /** The behaviours of blocks, for commands that talk to a bot. */
  readonly behaviours: readonly BlockBehaviour[];
}

const members = ['rules', 'lints', 'blocks', 'behaviours'] as const;
type Plugin = Readonly<Partial<Record<(typeof members)[number], readonly unknown[]>>>;

/**
 * Loads the modules that a config names as plugins. Each has a default export of `rules`, `lints`, `blocks`, made with
 * `defineBlock` or only definitions, and `behaviours`.
 *
 * @throws {CommandFailure} Names the module and its fault.
 * @spec LC17, TC15, RC10
 */
export async function loadProjectPlugins(paths: readonly string[], folder: string): Promise<ProjectPlugins> {
  const ownRules: OwnRule[] = [];
  const ownLints: OwnLint[] = [];
  const blocks: HostBlock[] = [];
  const behaviours: BlockBehaviour[] = [];
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
      for (const rule of plugin.rules ?? []) ownRules.push(guarded(defineRule(rule as OwnRule), path));
      for (const lint of plugin.lints ?? []) ownLints.push(guarded(defineLint(lint as OwnLint), path));
      const given = (plugin.blocks ?? []) as readonly HostBlock[];
      blocks.push(...given);
      catalog = createCatalog(blocks);
      const halves = given.flatMap((block) => ('behaviour' in block ? [block.behaviour] : []));
      for (const behaviour of [...halves, ...(plugin.behaviours ?? [])]) {
        behaviours.push(checkedBehaviour(behaviour, catalog));
      }
      const named = behaviours.map(({ block }) => block);
      const behavesTwice = named.find((block, nth) => named.indexOf(block) !== nth);
      if (behavesTwice !== undefined) throw new TypeError(`The block "${behavesTwice}" has two behaviours.`);
      const codes = [...ownRules, ...ownLints].map(({ code }) => code);
      const twice = codes.find((code, nth) => codes.indexOf(code) !== nth);
      if (twice !== undefined) throw new TypeError(`Two rules or lints have the code "${twice}".`);
    } catch (error) {
      throw refuse(`cannot be used: ${messageOf(error)}`, error);
    }
  }
  return { catalog, ownRules, ownLints, behaviours };
}

/** An exception is a fault of its plugin and is reported so; the bot is then not checked. @spec LC17 */
function guarded<T extends OwnRule | OwnLint>(own: T, path: string): T {
  const check: OwnCheck = (bot, report) => {
    try {
      own.check(bot, report);
    } catch (error) {
      const problem = `"${own.code}" of the plugin ${path} failed: ${messageOf(error)}`;
      throw new CommandFailure('usage', problem, { cause: error });
    }
  };
  return { ...own, check };
}

/** @throws {TypeError} When it is malformed, or belongs to an unknown block. */
function checkedBehaviour(behaviour: unknown, catalog: Catalog): BlockBehaviour {
  const { block, enter } = (behaviour ?? {}) as Partial<BlockBehaviour>;
  if (typeof block !== 'string' || typeof enter !== 'function') {
    throw new TypeError('A behaviour has the name of its "block", and "enter".');
  }
  if (catalog.byName(block) === undefined) throw new TypeError(`There is no block "${block}" to behave.`);
  return behaviour as BlockBehaviour;
}

function findProblem(plugin: unknown): string | undefined {
  if (typeof plugin !== 'object' || plugin === null)
    return 'has no default export with rules, lints, blocks or behaviours.';
  for (const [name, value] of Object.entries(plugin)) {
    if (!(members as readonly string[]).includes(name)) return `has "${name}", which is none of ${members.join(', ')}.`;
    if (!Array.isArray(value)) return `has "${name}", which is not a list.`;
  }
  return undefined;
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] as string;
}
