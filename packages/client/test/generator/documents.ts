import { createEngine } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { createBotsApi, createChatApi, createPlatformApi } from '@botwright/http';
import { fetchHandler } from '@botwright/http-hono';
import { parse } from 'yaml';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters: readonly {
    readonly $ref?: string;
    readonly name?: string;
    readonly in?: string;
    readonly description?: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

export interface DescribedResponse {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly examples?: object }>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, DescribedResponse>>;
    readonly examples: Readonly<Record<string, object>>;
  };
}

const token = 'token-of-the-generator';

/** Reads the OpenAPI documents of the three interfaces from a server. */
export async function readDocuments(): Promise<Readonly<Record<'bots' | 'platform' | 'chat', string>>> {
  const engine = createEngine({ storage: memoryStorage() });
  await engine.configure([{ name: 'acme', plan: 'sandbox', workspaces: [1], tokens: [{ token, person: 1 }] }]);
  const read = async (api: Parameters<typeof fetchHandler>[0], url: string) => {
    const request = new Request(`${url}/openapi.yml`, { headers: { authorization: `Token ${token}` } });
    return (await fetchHandler(api)(request)).text();
  };
  const [bots, rest, chat] = [
    'https://bots.acme.test/v0-alpha',
    'https://api.acme.test/v1',
    'https://chat.acme.test/v1',
  ] as const;
  const texts = {
    bots: await read(createBotsApi({ engine, publicUrl: bots }), bots),
    platform: await read(createPlatformApi({ engine, publicUrl: rest }), rest),
    chat: await read(createChatApi({ engine, publicUrl: chat }), chat),
  };
  await engine.close();
  return texts;
}

export function parseDocument(yaml: string): Document {
  return parse(yaml) as Document;
}
