import { type ImportEntry, type ImportOptions, type ImportResult, importBots } from '../src/index.ts';

/** A part of an export of Typebot. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

interface GroupSketch {
  readonly id: string;
  readonly title?: string;
  readonly blocks: readonly Json[];
}

/** An export of version 6.1: the start leads to the first group, and `edges` are written as `from>group` or `from>group/block`. */
export function typebot(
  groups: readonly GroupSketch[],
  {
    edges = [],
    variables = [],
    ...others
  }: {
    readonly edges?: readonly string[];
    readonly variables?: readonly string[];
    readonly [other: string]: unknown;
  } = {},
): Json {
  const first = groups[0]?.id ?? 'none';
  return {
    version: '6.1',
    id: 'bot-of-tests',
    name: 'Lead form',
    events: [{ id: 'start', type: 'start', outgoingEdgeId: 'start>', graphCoordinates: { x: 0, y: 0 } }],
    groups: groups.map(({ id, title = id, blocks }, at) => ({
      id,
      title,
      graphCoordinates: { x: at * 400, y: 0 },
      blocks,
    })),
    edges: [{ id: 'start>', from: { eventId: 'start' }, to: { groupId: first } }, ...edges.map(edgeOf)],
    variables: variables.map((name) => ({ id: `v:${name}`, name })),
    theme: {},
    settings: { typingEmulation: { enabled: false } },
    ...(others as { readonly [name: string]: Json }),
  };
}

function edgeOf(id: string): Json {
  const [from = '', to = ''] = id.split('>');
  const [groupId = '', blockId] = to.split('/');
  return { id, from: { blockId: from }, to: { groupId, ...(blockId === undefined ? {} : { blockId }) } };
}

export const text = (id: string, words: string, outgoingEdgeId?: string): Json => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text: words }] }] },
  ...(outgoingEdgeId === undefined ? {} : { outgoingEdgeId }),
});

export const block = (
  id: string,
  type: string,
  options: Json = {},
  others: { readonly [name: string]: Json } = {},
): Json => ({
  id,
  type,
  options,
  ...others,
});

export const bytesOf = (json: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(json));

export const importJson = (json: unknown, options: ImportOptions = {}): ImportResult =>
  importBots([{ path: 'lead.json', bytes: bytesOf(json) }], options);

/** The blocks of the first bot, by id: template and params without `version`. */
export function blocksOf({ bots }: ImportResult): {
  readonly [id: string]: readonly [template: string, params: unknown];
} {
  return Object.fromEntries(
    Object.entries(bots[0]?.diagram.nodes ?? {})
      .filter(([id]) => id !== 'hidden')
      .map(([id, node]) => {
        const { template, params } = node as { template: string; params: { version: number } };
        const { version: _version, ...others } = params;
        return [id, [template, others] as const];
      }),
  );
}

export const connectionsOf = ({ bots }: ImportResult): readonly string[] =>
  Object.keys(bots[0]?.diagram.connections ?? {});

/** The changes and losses: pointer, outcome and code. */
export const differencesOf = ({ report }: ImportResult): readonly string[] =>
  report.entries
    .filter(({ outcome }: ImportEntry) => outcome !== 'carried')
    .map(({ source, outcome, code }) => `${source.pointer} ${outcome} ${code}`);

export const importAll = (bots: readonly unknown[]): ImportResult =>
  importBots(bots.map((bot, at) => ({ path: `${at}.json`, bytes: bytesOf(bot) })));
