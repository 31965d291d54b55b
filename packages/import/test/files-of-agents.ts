import { type ImportFile, type ImportOptions, type ImportResult, importBots } from '../src/index.ts';
import type { Json } from './typebot-fixture.ts';

type JsonObject = { readonly [name: string]: Json };

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Files of an exported agent, by their paths. */
export const agentFiles = (files: { readonly [path: string]: Json }): readonly ImportFile[] =>
  Object.entries(files).map(([path, json]) => ({ path: `shop/${path}`, bytes: encode(JSON.stringify(json)) }));

export const said = (...text: readonly string[]): Json => ({ messages: [{ text: { text }, languageCode: 'en' }] });

export const intent = (name: string, ...phrases: readonly string[]): { readonly [path: string]: Json } => ({
  [`intents/${name}/${name}.json`]: { name, displayName: name },
  [`intents/${name}/trainingPhrases/en.json`]: {
    trainingPhrases: phrases.map((text) => ({ parts: [{ text }], languageCode: 'en' })),
  },
});

export const entityType = (
  name: string,
  values: { readonly [value: string]: readonly string[] },
  kind = 'KIND_MAP',
) => ({
  [`entityTypes/${name}/${name}.json`]: { name, displayName: name, kind } as Json,
  [`entityTypes/${name}/entities/en.json`]: {
    entities: Object.entries(values).map(([value, synonyms]) => ({ value, synonyms, languageCode: 'en' })),
  } as Json,
});

export const page = (name: string, others: JsonObject, flow = 'Main'): { readonly [path: string]: Json } => ({
  [`flows/${flow}/pages/${name}.json`]: { name, displayName: name, ...others },
});

export const flow = (name: string, others: JsonObject): { readonly [path: string]: Json } => ({
  [`flows/${name}/${name}.json`]: { name, displayName: name, ...others },
});

export const agent: { readonly [path: string]: Json } = {
  'agent.json': { defaultLanguageCode: 'en', startFlow: 'Main', displayName: 'Shop' },
};

/** A welcome, and an answer that was not understood. */
export const welcome = { intent: 'Default Welcome Intent', triggerFulfillment: said('Welcome!') };
export const noMatch = { event: 'sys.no-match-default', triggerFulfillment: said('Pardon?') };

export const importAgent = (files: { readonly [path: string]: Json }, options: ImportOptions = {}): ImportResult =>
  importBots(agentFiles({ ...agent, ...files }), options);

/** Files of an assistant, by their paths. */
export const importAssistant = (
  files: { readonly [path: string]: string },
  options: ImportOptions = {},
): ImportResult =>
  importBots(
    Object.entries(files).map(([path, text]) => ({ path: `bank/${path}`, bytes: encode(text) })),
    options,
  );
