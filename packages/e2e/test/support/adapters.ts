import type { RequestListener } from 'node:http';
import type { CorsOptions, HttpApi, SendBounds } from '@botwright/http';
import { expressHandler } from '@botwright/http-express';
import { fastifyPlugin } from '@botwright/http-fastify';
import { fetchHandler, honoHandler } from '@botwright/http-hono';
import { nodeListener } from '@botwright/http-node';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import express4 from 'express4';
import fastify from 'fastify';
import { Hono } from 'hono';

export interface AdapterOptions {
  readonly cors?: CorsOptions;
  readonly send?: Partial<SendBounds>;
}

/** Each adapter, mounted below a prefix in the way of its host. */
const makers = {
  nodeListener(api: HttpApi, prefix: string, options: AdapterOptions): RequestListener {
    const answer = nodeListener(api, options);
    return (request, response) => {
      request.url = request.url?.replace(prefix, '') ?? '';
      answer(request, response);
    };
  },

  fetchHandler(api: HttpApi, prefix: string, options: AdapterOptions): RequestListener {
    if (prefix !== '') return fetchListener(new Hono().mount(prefix, fetchHandler(api, options)).fetch);
    return fetchListener(fetchHandler(api, options));
  },

  honoHandler(api: HttpApi, prefix: string, options: AdapterOptions): RequestListener {
    const app = new Hono().all('*', honoHandler(api, options));
    return fetchListener(prefix === '' ? app.fetch : new Hono().mount(prefix, app.fetch).fetch);
  },

  expressHandler(api: HttpApi, prefix: string, options: AdapterOptions): RequestListener {
    return express().use(prefix === '' ? '/' : prefix, expressHandler(api, options));
  },

  expressHandlerOnExpress4(api: HttpApi, prefix: string, options: AdapterOptions): RequestListener {
    return express4().use(prefix === '' ? '/' : prefix, expressHandler(api, options));
  },

  async fastifyPlugin(api: HttpApi, prefix: string, options: AdapterOptions): Promise<RequestListener> {
    const app = fastify();
    await app.register(fastifyPlugin(api, options), { prefix });
    await app.ready();
    return (request, response) => app.routing(request, response);
  },
} as const satisfies Record<
  string,
  (api: HttpApi, prefix: string, options: AdapterOptions) => RequestListener | Promise<RequestListener>
>;

export type Adapter = keyof typeof makers;

export const adapters = Object.keys(makers) as readonly Adapter[];

/** Each adapter in one version of its host. */
export const currentAdapters = adapters.filter((adapter) => adapter !== 'expressHandlerOnExpress4');

/** @param prefix - Path below which the host mounts the adapter; empty: not below anything. */
export async function listenerOf(
  adapter: Adapter,
  api: HttpApi,
  prefix: string,
  options: AdapterOptions = {},
): Promise<RequestListener> {
  return makers[adapter](api, prefix, options);
}

function fetchListener(fetch: (request: Request) => Response | Promise<Response>): RequestListener {
  const listener = getRequestListener(fetch);
  return (request, response) => void listener(request, response);
}
