import { type ImportOptions, type ImportResult, importBots } from '../src/index.ts';
import { bytesOf, type Json } from './typebot-fixture.ts';

type Members = { readonly [name: string]: Json };

export const to = (node: string, condition = 'true'): Json => ({ condition, node });

export const node = (name: string, given: Members = {}): Json => ({
  id: `id-${name}`,
  name,
  onEnter: [],
  onReceive: null,
  next: [],
  ...given,
});

export const flow = (startNode: string, nodes: readonly Json[], given: Members = {}): Json => ({
  version: '0.0.1',
  startNode,
  catchAll: {},
  nodes,
  ...given,
});

/** A bot of Botpress: flows by their names, and texts by the ids of their contents. */
export function botpress(
  flows: { readonly [name: string]: Json },
  contents: { readonly [id: string]: Members | string } = {},
  others: { readonly [path: string]: Json } = {},
): { readonly [path: string]: Json } {
  const byType = new Map<string, Json[]>();
  for (const [id, data] of Object.entries(contents)) {
    const type = id.slice(0, id.lastIndexOf('-'));
    const formData = typeof data === 'string' ? { text$en: data } : data;
    byType.set(type, [...(byType.get(type) ?? []), { id, formData }]);
  }
  return {
    'bot.config.json': { name: 'Support', defaultLanguage: 'en', languages: ['en'] },
    ...Object.fromEntries(Object.entries(flows).map(([name, json]) => [`flows/${name}.flow.json`, json])),
    ...Object.fromEntries([...byType].map(([type, list]) => [`content-elements/${type}.json`, list])),
    ...others,
  };
}

/** Texts stay, other values become JSON. */
export const filesOf = (files: { readonly [path: string]: Json }) =>
  Object.entries(files).map(([path, content]) => ({
    path,
    bytes: typeof content === 'string' ? new TextEncoder().encode(content) : bytesOf(content),
  }));

export const importFiles = (files: { readonly [path: string]: Json }, options: ImportOptions = {}): ImportResult =>
  importBots(filesOf(files), options);
