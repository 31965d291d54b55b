import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}

/** The part of an exporter's request that the tests read. */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly { readonly name: string }[] }[];
  }[];
}

/** A collector of OpenTelemetry that takes traces. */
export interface Collector {
  readonly url: string;
  /** Resolves when a service has sent a span of this name. */
  untilTraced(service: string, name: string): Promise<void>;
  close(): void;
}

export async function startCollector(): Promise<Collector> {
  const traced = new Set<string>();
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Export;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
      for (const { name } of scopeSpans.flatMap(({ spans }) => spans)) traced.add(`${service} ${name}`);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    for (const look of waiting) look();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async untilTraced(service, name) {
      while (!traced.has(`${service} ${name}`)) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.add(resolve);
        await promise;
        waiting.delete(resolve);
      }
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
