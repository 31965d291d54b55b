import {
  type ApiError,
  type Bot,
  type BotsClient,
  type Customer,
  createBotsClient,
  type Draft,
  isApiError,
  type PlatformClient,
  type Tagged,
  type VersionSummary,
} from '@botwright/client';
import type { Diagram } from '@botwright/core/diagram';
import { describe, expectTypeOf, it } from 'vitest';

declare const client: BotsClient;
declare const platform: PlatformClient;
declare const diagram: Diagram;

describe('a client', () => {
  it('knows what each method takes and gives', async () => {
    expectTypeOf(client.bots.get('a')).toEqualTypeOf<Promise<Bot>>();
    expectTypeOf(client.drafts.get('a')).toEqualTypeOf<Promise<Tagged<Draft>>>();
    expectTypeOf(client.versions.list('a').all()).toEqualTypeOf<Promise<readonly VersionSummary[]>>();
    expectTypeOf(client.bots.delete('a', { permanent: true })).toEqualTypeOf<Promise<void>>();
    for await (const customer of platform.customers.list({ agent_id: null })) {
      expectTypeOf(customer).toEqualTypeOf<Customer>();
      expectTypeOf(customer['vip']).toEqualTypeOf<unknown>();
    }
    // @ts-expect-error Argument of type '{ name: string; }' is not assignable to parameter of type 'CreateBotBody'.
    client.bots.create({ name: 'Lead' });
    // @ts-expect-error Type '"newest"' is not assignable to type '"-created_at" | "name" | undefined'.
    client.bots.list({ order: 'newest' });
    // @ts-expect-error 'ifMatch' does not exist in type 'CallOptions'.
    client.bots.update('a', { name: 'B' }, { ifMatch: '"1"' });
    // @ts-expect-error Argument of type 'string' is not assignable to parameter of type 'number'.
    platform.customers.get('1');
  });

  it('takes diagrams of the core, and blocks with any params', () => {
    client.drafts.save('a', diagram);
    client.drafts.save('a', { diagram });
    client.drafts.editBlock('a', 'b', { params: { buttons: [{ title: 'Yes' }] } });
  });

  it('lets a tag that may be missing be used on purpose only', async () => {
    const { etag } = await client.drafts.get('a');
    // @ts-expect-error Type 'string | undefined' is not assignable to type 'string'.
    client.drafts.save('a', diagram, { ifMatch: etag });
  });

  it('narrows an error by its code', () => {
    const error: unknown = undefined;
    if (isApiError(error)) expectTypeOf(error).toEqualTypeOf<ApiError>();
    if (isApiError(error, 'draft_changed', 'timed_out')) {
      expectTypeOf(error.code).toExtend<'draft_changed' | 'timed_out'>();
    }
    // @ts-expect-error Argument of type '"draft_was_changed"' is not assignable to parameter of type 'ApiErrorCode'.
    isApiError(error, 'draft_was_changed');
  });

  it('takes any function like fetch, and the one there is', () => {
    createBotsClient({ url: new URL('https://acme.test/v0-alpha'), token: async () => 'x', fetch });
    // @ts-expect-error Property 'url' is missing in type '{ token: string; }' but required in type 'ClientOptions'.
    createBotsClient({ token: 'x' });
  });
});
