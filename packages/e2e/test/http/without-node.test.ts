import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** Of Web standards, in addition to the language. */
const globals = {
  AbortController,
  AbortSignal,
  Error,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  Uint8Array,
  atob,
  btoa,
  clearInterval,
  clearTimeout,
  crypto,
  fetch,
  performance,
  setInterval,
  setTimeout,
  structuredClone,
};

it('[HA21] the engine behind the handler for `fetch` bundles without Node’s modules, and works without its globals', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../packed/portable/smoke.mjs', import.meta.url))],
    bundle: true,
    format: 'iife',
    globalName: 'bundle',
    platform: 'browser',
    conditions: ['@botwright/source'],
    write: false,
    logLevel: 'silent',
  });
  const received: unknown[] = [];
  const server = createServer(async (request, response) => {
    received.push(JSON.parse(await text(request)));
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const context = createContext({ ...globals });
  runInContext(outputFiles[0]?.text ?? '', context);
  await runInContext(`bundle.smoke('http://127.0.0.1:${port}/')`, context);
  server.close();
  expect(received).toMatchObject([{ messages: [{ type: 'text', message: 'Hello Ana!' }] }]);
});
