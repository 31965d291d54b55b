import { pageEnvelope, pageOf, readOffset, readPage, sliceEnvelope, sliceOf } from '@botwright/core/paging';
import { describe, expectTypeOf, it } from 'vitest';

const cities = ['Lisbon', 'Madrid'];

describe('a page', () => {
  it('has a range only where the request is accepted', () => {
    const range = readPage({ page: 2 });
    if (range.ok) expectTypeOf(range.value).toEqualTypeOf<{ readonly page: number; readonly pageSize: number }>();
    // @ts-expect-error Property 'value' does not exist on type 'RefusedInput'.
    pageOf(cities, range.value);
  });

  it('holds what the encoder gives', () => {
    const page = pageOf(cities, { page: 1, pageSize: 20 });
    expectTypeOf(pageEnvelope(page, (name) => ({ name })))
      .toHaveProperty('data')
      .toEqualTypeOf<readonly { name: string }[]>();
    // @ts-expect-error Property 'code' does not exist on type 'String'.
    pageEnvelope(page, ({ code }) => code);
  });
});

describe('a slice', () => {
  it('has its items under the key that was given', () => {
    const range = readOffset({ offset: 1 });
    const slice = sliceOf(cities, range.ok ? range.value : {});
    const envelope = sliceEnvelope('cities', slice, (name) => name.length);
    expectTypeOf(envelope.cities).toEqualTypeOf<readonly number[]>();
    expectTypeOf(envelope.success).toEqualTypeOf<true>();
    // @ts-expect-error Property 'towns' does not exist on type 'SliceEnvelope<"cities", number>'.
    envelope.towns;
  });
});
