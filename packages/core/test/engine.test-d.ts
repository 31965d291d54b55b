import {
  type Bot,
  createEngine,
  type Engine,
  EngineError,
  type ErrorCode,
  type InboundMessage,
  isEngineError,
} from '@botwright/core';
import type { Outcome } from '@botwright/core/front';
import { memoryStorage } from '@botwright/core/memory';
import { deterministicIds } from '@botwright/core/testing';
import { describe, expectTypeOf, it } from 'vitest';

const storage = memoryStorage();
declare const engine: Engine;
const author = { brand: 'acme', person: 7, workspaces: [1], permissions: ['view_bots', 'edit_bots'] } as const;

describe('createEngine', () => {
  it('needs a store and nothing else', () => {
    expectTypeOf(createEngine({ storage })).toEqualTypeOf<Engine>();
    // @ts-expect-error Property 'storage' is missing in type '{}' but required in type 'EngineOptions'.
    createEngine({});
  });

  it('names an option that it does not have', () => {
    // @ts-expect-error Object literal may only specify known properties, and 'colour' does not exist in type 'EngineOptions'.
    createEngine({ storage, colour: 'red' });
    // @ts-expect-error Type 'string' is not assignable to type 'number'.
    createEngine({ storage, deliveryLifeMs: '30 days' });
    // @ts-expect-error Object literal may only specify known properties, and 'maxBots' does not exist in type 'Partial<EngineLimits>'.
    createEngine({ storage, limits: { maxBots: 3 } });
  });

  it('takes adapters that are nothing but objects with methods', () => {
    const clock = { now: () => 0 };
    expectTypeOf(createEngine({ storage, clock, ids: deterministicIds() })).toEqualTypeOf<Engine>();
    // @ts-expect-error Type 'string' is not assignable to type 'number'.
    createEngine({ storage, clock: { now: () => 'now' } });
    // @ts-expect-error Property 'step' is missing in type '{}' but required in type 'ConversationRunner'.
    createEngine({ storage, runner: {} });
  });

  it('has retries of a closed list', () => {
    expectTypeOf(createEngine({ storage, retry: { preset: 'standard' } })).toEqualTypeOf<Engine>();
    // @ts-expect-error Type '"often"' is not assignable to type 'RetryPreset | undefined'.
    createEngine({ storage, retry: { preset: 'often' } });
  });
});

describe('a caller', () => {
  it('can be a literal, frozen or not', () => {
    expectTypeOf(engine.as).toBeCallableWith(author);
    expectTypeOf(engine.as).toBeCallableWith({ brand: 'acme', person: 7, workspaces: [], permissions: ['view_bots'] });
  });

  it('has permissions of a closed list', () => {
    // @ts-expect-error Type '"edit_everything"' is not assignable to type '"edit_bots" | "edit_integrations" | "view_bots" | "view_integrations"'.
    engine.as({ ...author, permissions: ['edit_everything'] });
  });

  it('gets what the use-case returns', () => {
    const { bots } = engine.as(author);
    expectTypeOf(bots.create({ name: 'Sales', channelFamily: 'native' })).resolves.toEqualTypeOf<Bot>();
    // @ts-expect-error Property 'channelFamily' is missing in type '{ name: string; }' but required in type 'Flat<{ name: string; channelFamily: string; workspace?: number | undefined; diagram?: unknown; source?: unknown; }>'.
    bots.create({ name: 'Sales' });
  });
});

describe('conversations', () => {
  it('takes the types of its schemas', () => {
    expectTypeOf<InboundMessage['visitor']>().toEqualTypeOf<string>();
    expectTypeOf<InboundMessage['deployment']>().toEqualTypeOf<'live' | 'test' | null | undefined>();
    expectTypeOf<{ type: 'text'; message: string }>().toExtend<InboundMessage['message']>();
    expectTypeOf<{ type: 'text'; text: string }>().not.toExtend<InboundMessage['message']>();
  });
});

describe('once', () => {
  const request = { path: '/bots', key: 'k', fingerprint: 'f' };
  const creation = { name: 'Sales', channelFamily: 'native' };

  it('returns what was stored', () => {
    const made = engine.once(author, { ...request, encode: ({ kind }) => kind }, ({ bots }) => bots.create(creation));
    expectTypeOf(made).resolves.toEqualTypeOf<{ readonly response: string; readonly replayed: boolean }>();
  });

  it('has encoded what the use-case returns, or its refusal', () => {
    const encode = (outcome: Outcome<Bot>): string =>
      outcome.kind === 'done' ? outcome.value.name : outcome.error.code;
    engine.once(author, { ...request, encode }, ({ bots }) => bots.create(creation));
    // @ts-expect-error Type 'Promise<Page<Bot>>' is not assignable to type 'Promise<Bot>'.
    engine.once(author, { ...request, encode }, ({ bots }) => bots.list());
  });
});

describe('a policy', () => {
  it('switches over the names of commands, which the compiler knows', () => {
    createEngine({
      storage,
      policy(command, principal, { bots = 0 }) {
        expectTypeOf(principal.brand).toEqualTypeOf<string>();
        switch (command.type) {
          case 'versions.restore':
            expectTypeOf(command.versionId).toEqualTypeOf<string>();
            return 'allow';
          case 'hooks.delete':
            expectTypeOf(command.hook).toEqualTypeOf<number>();
            return 'allow';
          case 'channel.send':
            expectTypeOf(command.customerToken).toEqualTypeOf<string>();
            return { refuse: 'frozen', message: `${bots}`, status: 402 };
          // @ts-expect-error Type '"bots.publish"' is not comparable to type
          case 'bots.publish':
            return 'allow';
          default:
            return 'allow';
        }
      },
    });
    // @ts-expect-error Type '() => Promise<"allow">' is not assignable to type 'Policy'.
    createEngine({ storage, policy: async () => 'allow' as const });
  });
});

describe('EngineError', () => {
  it('has codes of a closed list', () => {
    expectTypeOf<'bot_not_found'>().toExtend<ErrorCode>();
    expectTypeOf<ErrorCode>().toExtend<EngineError['code']>();
    // @ts-expect-error Argument of type '"not_a_code"' is not assignable to parameter of type
    new EngineError('not_a_code');
  });

  it('is what isEngineError leaves of anything', () => {
    const error: unknown = undefined;
    if (isEngineError(error)) expectTypeOf(error).toEqualTypeOf<EngineError>();
    else expectTypeOf(error).toBeUnknown();
  });
});
