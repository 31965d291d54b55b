import type { BlockDefinition } from '../blocks/block-definition.ts';
import type { Diagram } from '../diagram/diagram.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { LintContext } from '../lints/lint.ts';
import type { CheckContext } from './rule.ts';

export const docGroups = [
  'Start and greeting',
  'Entries, ids and paths',
  'Connections and the way through',
  'Templates and params',
  'Fields and formulas',
  'Channels, plans, bots and accounts',
  'The canvas',
] as const;

/**
 * The source of a code's page in `docs/rules`. It is next to the rule or lint, and no entry of the package imports it.
 * Texts are Markdown.
 *
 * @spec RP1, RP2, RP3
 */
export interface RuleDoc {
  readonly code: string;
  readonly group: (typeof docGroups)[number];
  readonly title: string;
  /** The exact rules in `docs/spec`. */
  readonly specs: readonly string[];
  /** The fault. */
  readonly what: string;
  /** The consequence for a visitor or an author. */
  readonly why: string;
  readonly mend: string;
  /** The checked bots, if not all. */
  readonly appliesTo?: string;
  /** The repair of `botwright lint --fix`, as the rest of a sentence. */
  readonly fix?: string;
  readonly wrong: Diagram;
  /** The pointer to the fault in the wrong example. */
  readonly at: string;
  /** Other reports of the wrong example, as `<code> <pointer>`, with reasons. */
  readonly implied?: { readonly found: readonly string[]; readonly because: string };
  /** The correction of the wrong example: a value at each path; without a value the member is removed. */
  readonly right: readonly Amendment[];
  /** Facts for the example besides the diagram, and their description on the page. */
  readonly given?: {
    readonly says: string;
    readonly context?: Partial<CheckContext & LintContext>;
    readonly blocks?: readonly BlockDefinition[];
  };
}

export type Amendment = readonly [path: readonly (string | number)[], value?: JsonValue];

const welcome: BlockSketch = ['var_text', { text: 'What is your name?', destination: 'name', version: 3 }];

type BlockSketch = readonly [template: string, params: JsonObject, more?: JsonObject];

/**
 * Writes a small diagram: blocks by id, connections as `<source>.<output>--<target>`. Adds the start point, and a
 * missing greeting. Default of connections: from each block by `$success` to the next one.
 */
export function sketch(blocks: Readonly<Record<string, BlockSketch>>, connections?: readonly string[]): Diagram {
  const greeted = { welcome, ...blocks };
  const all: Readonly<Record<string, BlockSketch>> = { hidden: ['hidden', {}], ...greeted };
  const ids = Object.keys(greeted);
  const joined = connections ?? ids.slice(1).map((id, at) => `${ids[at]}.$success--${id}`);
  const nodes = Object.entries(all).map(([id, [template, params, more = {}]]) => [
    id,
    { id, template, params, ...more },
  ]);
  return {
    nodes: Object.fromEntries(nodes) as JsonObject,
    connections: Object.fromEntries(joined.map((id) => [id, connectionOf(id)])),
  };
}

export function connectionOf(id: string): JsonObject {
  const [, sourcePath = '', type = '', targetPath = ''] = /^(.*?)\.(.*)--(.*)$/.exec(id) ?? [];
  return { id, type, sourcePath, targetPath };
}

/** A copy of a JSON value with these values at their paths. */
export function amend<T extends JsonValue>(value: T, amendments: readonly Amendment[]): T {
  const copy = structuredClone(value);
  for (const [path, wanted] of amendments) {
    const last = path.at(-1) as string;
    // biome-ignore lint/suspicious/noExplicitAny: the path says what is there.
    const parent = path.slice(0, -1).reduce((at: any, key) => at[key], copy);
    if (wanted !== undefined) parent[last] = wanted;
    else if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else delete parent[last];
  }
  return copy;
}
