import * as v from 'valibot';
import { expect, expectTypeOf, it } from 'vitest';
import { botCreationSchema, botListSchema, botUpdateSchema, feedbackSchema } from './bots.ts';
import { channelCreationSchema } from './channels.ts';
import { inputList, inputObject } from './input-object.ts';
import { readInput } from './read-input.ts';
import { type WireNames, wireName, wireNames } from './wire-names.ts';

const required = 'It is required.';
const faultsOf = (schema: v.GenericSchema, input: unknown) => {
  const read = readInput(schema, input);
  return read.ok ? 'none' : [read.code, ...read.faults.map(({ field, message }) => [field, message])];
};

it.for([
  ['page', 'page'],
  ['pageSize', 'page_size'],
  ['blocks.0.sourcePath', 'blocks.0.source_path'],
] as const)('[HT37] %s is %s on the wire', ([name, wire]) => {
  expect(wireName(name)).toBe(wire);
});

it('[HT37][ER8] an input is read by the names of the wire format, and its faults use them', () => {
  const creation = wireNames(botCreationSchema);
  expect(readInput(creation, { name: 'Sales', channel_family: 'native', workspace: 1 })).toEqual({
    ok: true,
    value: { name: 'Sales', channelFamily: 'native', workspace: 1 },
  });
  expect(faultsOf(creation, { name: 5 })).toEqual([
    'invalid_parameters',
    ['name', 'Expected a text.'],
    ['channel_family', required],
  ]);
  expect(faultsOf(creation, { name: 'Sales', channelFamily: 'native' })).toEqual([
    'field_not_described',
    ['channelFamily', 'It is not described. Did you mean channel_family?'],
    ['channel_family', required],
  ]);
  expect(faultsOf(wireNames(botUpdateSchema), {})).toEqual(['empty_body', ['', 'It has none of name, state.']]);
  expect(readInput(wireNames(feedbackSchema), { enabled: true, positive_label: null, thanks: 'Bye' })).toEqual({
    ok: true,
    value: { enabled: true, positiveLabel: null, thanks: 'Bye' },
  });
  expect(readInput(wireNames(botListSchema), { page_size: 5 })).toEqual({ ok: true, value: { page: 1, pageSize: 5 } });
});

it('[HT37] members at every depth have the names of the wire format', () => {
  const inner = inputObject({ innerName: v.optional(v.nullable(v.string())) });
  const schema = v.pipe(
    inputObject({
      someList: inputList(v.union([v.string(), inner])),
      deepDown: v.optional(
        v.pipe(
          inner,
          v.transform(({ innerName }) => innerName ?? 'none'),
        ),
      ),
    }),
    v.transform(({ someList, deepDown }) => ({ someList, deepDown })),
  );
  const wired = wireNames(schema);
  expectTypeOf<v.InferInput<typeof wired>>().toEqualTypeOf<WireNames<v.InferInput<typeof schema>>>();
  expectTypeOf<WireNames<{ innerName: string }>>().toEqualTypeOf<{ readonly inner_name: string }>();
  expect(readInput(wired, { some_list: ['a', { inner_name: 'b' }], deep_down: {} })).toEqual({
    ok: true,
    value: { someList: ['a', { innerName: 'b' }], deepDown: 'none' },
  });
  expect(faultsOf(wired, { some_list: [{ inner_name: 5 }] })).toEqual([
    'invalid_parameters',
    ['some_list.0.inner_name', 'Expected a text.'],
  ]);
});

it('[ER4] faults of the value read have the names of the wire', () => {
  const named = wireNames(channelCreationSchema());
  expect(faultsOf(named, { type: 'native', name: 'Website', webhook_url: 'https://a.example/' })).toEqual([
    'invalid_parameters',
    ['webhook_url', 'Only channels of type apichat have one.'],
  ]);
});
