import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { platformFixture } from '../../test/platform-fixture.ts';
import type { ConversationRunner } from '../domain/conversation/step.ts';
import { memoryStorage } from '../memory/index.ts';
import type { Storage } from '../ports/storage.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import { openTelemetryTracer } from './tracer.ts';

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});

afterAll(() => {
  context.disable();
});

const secret = 'S3CRET-of-a-person';

function tracing() {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  return {
    provider,
    tracer: openTelemetryTracer(provider),
    /** The finished spans, without other names. */
    spans(...names: string[]) {
      return exporter.getFinishedSpans().filter(({ name }) => names.includes(name));
    },
    all: () => exporter.getFinishedSpans(),
    reset: () => exporter.reset(),
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('[OT1][OT4] each use-case is a span with the brand and the thing that it is about', async () => {
  const traces = tracing();
  const { acme, engine } = await platformFixture({ tracer: traces.tracer });
  traces.reset();
  const { id } = await acme.bots.create({ name: secret, channelFamily: 'native' });
  await acme.bots.get(id);
  await acme.customers.list();
  await engine.agents.put('acme', { id: 9, name: secret, email: `${secret}@example.org` });
  await engine.once(acme.principal, { path: '/bots', key: secret, fingerprint: 'f', encode: () => 'made' }, (caller) =>
    caller.bots.trash(id),
  );
  expect(traces.all().map(({ name, kind, attributes, status }) => ({ name, kind, attributes, status }))).toEqual(
    [
      { name: 'bots.create', attributes: { 'botwright.brand': 'acme' } },
      { name: 'bots.get', attributes: { 'botwright.brand': 'acme', 'botwright.bot.id': id } },
      { name: 'customers.list', attributes: { 'botwright.brand': 'acme' } },
      { name: 'agents.put', attributes: {} },
      { name: 'bots.trash', attributes: { 'botwright.brand': 'acme', 'botwright.bot.id': id } },
    ].map((span) => ({ ...span, kind: 0, status: { code: 0 } })),
  );
  for (const span of traces.all()) expect(JSON.stringify([span.attributes, span.events])).not.toContain(secret);
});

it('[OT2] what a use-case asks of the store, and the use-cases of the host around it, belong to one trace', async () => {
  const traces = tracing();
  const bare = memoryStorage();
  const seen: unknown[] = [];
  const storage: Storage = {
    ...bare,
    exclusive(scope, program) {
      seen.push(trace.getActiveSpan()?.spanContext());
      return bare.exclusive(scope, program);
    },
  };
  const { acme } = await platformFixture({ tracer: traces.tracer, storage });
  seen.length = 0;
  traces.reset();
  const host = traces.provider.getTracer('host');
  await host.startActiveSpan('request', async (span) => {
    await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
    span.end();
  });
  const [made, request] = traces.all();
  expect([made?.name, request?.name]).toEqual(['bots.create', 'request']);
  expect(made?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  expect(seen).toEqual([made?.spanContext()]);
});

it('[OT3][OT4] a use-case that is refused, or that fails, is an error by its code or its class, without the message', async () => {
  const traces = tracing();
  const bare = memoryStorage();
  let isBroken = false;
  const storage: Storage = {
    ...bare,
    async read(scope, requests) {
      if (isBroken) throw new RangeError(secret);
      return bare.read(scope, requests);
    },
  };
  const { acme, as } = await platformFixture({ tracer: traces.tracer, storage });
  traces.reset();
  await expect(acme.bots.get('none')).rejects.toThrow();
  await expect(as({ permissions: [] }).bots.list()).rejects.toThrow();
  isBroken = true;
  await expect(acme.bots.list()).rejects.toThrow(RangeError);
  expect(traces.all().map(({ attributes, status }) => [attributes['error.type'], status])).toEqual([
    ['bot_not_found', { code: 2 }],
    ['permission_denied', { code: 2 }],
    ['RangeError', { code: 2 }],
  ]);
  for (const { events } of traces.all()) expect(events).toEqual([]);
});

/** A bot that says nothing, and fails when it is asked to. */
const quiet: ConversationRunner = {
  step(_bot, state, input) {
    if (input.kind === 'message' && JSON.stringify(input).includes('fail')) throw new TypeError(secret);
    return { state, messages: [], writes: [], effects: [] };
  },
};

it('[OT1][OT3][OT6] each step of a conversation is a span, in a trace of its own when a worker takes it', async () => {
  const traces = tracing();
  const { engine, acme, newChannel, newBot } = await platformFixture({ tracer: traces.tracer, runner: quiet });
  const channelNumber = await newChannel();
  await acme.channels.setBot(channelNumber, (await newBot()).id);
  const host = traces.provider.getTracer('host');
  const workers = host.startActiveSpan('start of the server', () => engine.startWorkers());
  const channel = engine.channel({ brand: 'acme', channelNumber });
  await channel.send('v1', { message: { type: 'text', message: 'hi' } });
  await turns();
  await channel.send('v1', { message: { type: 'text', message: 'fail' } });
  await turns();
  await workers.stop();
  const steps = traces.spans('conversation.step');
  expect(steps.map(({ parentSpanContext, attributes }) => [parentSpanContext, attributes])).toEqual([
    [undefined, { 'botwright.brand': 'acme', 'botwright.customer.number': 1, 'botwright.step.result': 'finished' }],
    [undefined, { 'botwright.brand': 'acme', 'botwright.customer.number': 1, 'error.type': 'TypeError' }],
  ]);

  traces.reset();
  await acme.conversations.runUntilIdle(1).catch(() => undefined);
  const [inline] = traces.spans('conversation.step');
  const [run] = traces.spans('conversations.runUntilIdle');
  expect(inline?.parentSpanContext?.spanId).toBe(run?.spanContext().spanId);
});

it('[OT1][OT4][OT5] each attempt of a delivery is a span of a request, without address, token or body', async () => {
  const traces = tracing();
  const outcomes: Awaited<ReturnType<WebhookSender['send']>>[] = [
    { kind: 'answered', status: 503 },
    { kind: 'failed', reason: 'connect' },
  ];
  const sender: WebhookSender = {
    send: async () => outcomes.shift() ?? { kind: 'answered', status: 204 },
    checkTarget: () => 'accepted',
    close: async () => undefined,
  };
  const options = { tracer: traces.tracer, sender, retry: { preset: 'standard', scale: 0 } as const };
  const { engine, acme, newChannel, newCustomer } = await platformFixture(options);
  const channel = await newChannel({ webhookUrl: `https://crm.example.org:8443/${secret}` });
  const customer = await newCustomer(channel);
  await acme.messages.send(customer, 'text', { message: secret });
  const workers = engine.startWorkers();
  await turns();
  await workers.stop();
  const spans = traces.spans('delivery.attempt');
  const [delivery] = (await acme.deliveries.list()).items;
  const common = {
    'botwright.brand': 'acme',
    'botwright.delivery.id': delivery?.id,
    'botwright.delivery.target': `channel:${channel}`,
    'http.request.method': 'POST',
    'server.address': 'crm.example.org',
    'server.port': 8443,
    'url.scheme': 'https',
  };
  expect(spans.map(({ kind, attributes, status }) => [kind, attributes, status.code])).toEqual([
    [2, { ...common, 'botwright.delivery.state': 'pending', 'http.response.status_code': 503, 'error.type': '503' }, 2],
    [
      2,
      {
        ...common,
        'http.request.resend_count': 1,
        'botwright.delivery.state': 'pending',
        'error.type': 'connect',
      },
      2,
    ],
    [
      2,
      {
        ...common,
        'http.request.resend_count': 2,
        'botwright.delivery.state': 'delivered',
        'http.response.status_code': 204,
      },
      0,
    ],
  ]);
  for (const span of traces.all()) expect(JSON.stringify([span.attributes, span.events])).not.toContain(secret);
});
