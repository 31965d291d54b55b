import * as inputs from '@botwright/core/inputs';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { expect, it } from 'vitest';

const channel = { type: 'apichat', name: 'Chat', configured: false };

const schemas: Readonly<Record<string, v.GenericSchema>> = {
  ...Object.fromEntries(Object.entries<unknown>(inputs).filter(isSchemaEntry)),
  channelCreation: inputs.channelCreationSchema(),
  channelEdit: inputs.channelEditSchema(channel),
  customerUpdate: inputs.customerUpdateSchema(),
  field: inputs.fieldSchema('city'),
  inboundSend: inputs.inboundSendSchema(),
  ...inputs.agentSendSchemas(),
};

function isSchemaEntry(entry: [string, unknown]): entry is [string, v.GenericSchema] {
  const [, value] = entry;
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
}

function jsonSchemaOf(schema: v.GenericSchema) {
  return toJsonSchema(schema, { typeMode: 'input', ignoreActions: ['check', 'finite'], target: 'draft-2020-12' });
}

it.for(Object.entries(schemas))(
  '[OA2] %s has a JSON Schema, with camelCase and with snake_case names',
  ([, schema]) => {
    for (const each of [schema, inputs.wireNames(schema)]) {
      expect(Object.keys(jsonSchemaOf(each)).length).toBeGreaterThan(1);
    }
  },
);

it('[OA2] the JSON Schema contains every rule that it can express', () => {
  expect(jsonSchemaOf(inputs.wireNames(inputs.botCreationSchema))).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: ['name', 'channel_family'],
    properties: { channel_family: { type: 'string', description: 'Such as native, msgapp, facebook or apichat.' } },
  });
  expect(jsonSchemaOf(inputs.hookCreationSchema)).toMatchObject({
    required: ['url'],
    properties: { url: { type: 'string', format: 'uri' }, name: { anyOf: [{ maxLength: 255 }, { type: 'null' }] } },
  });
  expect(jsonSchemaOf(inputs.inboundSendSchema())).toMatchObject({
    required: ['message'],
    properties: {
      message: { oneOf: [{ required: ['type', 'message'] }, {}, {}] },
      customer: { anyOf: [{ type: 'object', additionalProperties: {} }, { type: 'null' }] },
    },
  });
});
