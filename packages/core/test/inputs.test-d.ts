import {
  botCreationSchema,
  hookEditSchema,
  type InputFault,
  inputObject,
  integerFrom,
  readInput,
  text,
  wireNames,
} from '@botwright/core/inputs';
import * as v from 'valibot';
import { describe, expectTypeOf, it } from 'vitest';

const creation = wireNames(botCreationSchema);

describe('readInput', () => {
  it('infers what a schema gives, and has it only where the input is accepted', () => {
    const own = inputObject({ city: text(), people: v.optional(integerFrom(1, 9, 'Expected 1 to 9.'), 1) });
    const read = readInput(own, {});
    if (read.ok) expectTypeOf([read.value.city, read.value.people] as const).toEqualTypeOf<readonly [string, number]>();
    else expectTypeOf(read.faults).toEqualTypeOf<readonly InputFault[]>();
    // @ts-expect-error Property 'value' does not exist on type 'RefusedInput'.
    read.value;
  });

  it('has codes of a closed list', () => {
    const read = readInput(hookEditSchema, {});
    if (read.ok) return;
    expectTypeOf(read.code).toEqualTypeOf<'field_not_described' | 'empty_body' | 'invalid_parameters'>();
    // @ts-expect-error This comparison appears to be unintentional because the types '"empty_body" | "field_not_described" | "invalid_parameters"' and '"empty"' have no overlap.
    read.code === 'empty';
  });

  it('takes a schema', () => {
    // @ts-expect-error Object literal may only specify known properties, and 'name' does not exist in type 'BaseSchema<unknown, unknown, BaseIssue<unknown>>'.
    readInput({ name: 'text' }, {});
  });
});

describe('wireNames', () => {
  it('takes the names of the wire and gives the names of the library', () => {
    const sent: v.InferInput<typeof creation> = { name: 'Sales', channel_family: 'native' };
    const read = readInput(creation, sent);
    if (read.ok) expectTypeOf(read.value.channelFamily).toEqualTypeOf<string>();
    // @ts-expect-error Property 'channel_family' does not exist on type
    if (read.ok) read.value.channel_family;
  });

  it('does not take the names of the library', () => {
    // @ts-expect-error Object literal may only specify known properties, but 'channelFamily' does not exist in type
    const sent: v.InferInput<typeof creation> = { name: 'Sales', channelFamily: 'native' };
    return sent;
  });
});
