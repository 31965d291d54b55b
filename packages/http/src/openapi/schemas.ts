import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** Writes schemas as an OpenAPI document has them. */
export interface SchemaWriter {
  /** The schemas that the document names once and points to. */
  components(): Readonly<Record<string, JsonSchema>>;
  describe(schema: v.GenericSchema): JsonSchema;
}

export function schemaRef(name: string): string {
  return `#/components/schemas/${name}`;
}

/**
 * @param definitions - Schemas that are pointed to by these names wherever they stand.
 * @spec OA2
 */
export function schemaWriter(definitions: Readonly<Record<string, v.GenericSchema>>): SchemaWriter {
  const config: ConversionConfig = {
    target: 'draft-2020-12',
    typeMode: 'input',
    definitions,
    overrideRef: ({ referenceId }) => schemaRef(referenceId),
    // What JSON cannot say anyway, or what the metadata beside it says.
    ignoreActions: ['check', 'finite'],
    // The descriptions say them.
    overrideSchema: ({ jsonSchema: { default: _default, ...described } }) => described,
  };

  return {
    components: () => toJsonSchemaDefs(definitions, config),
    describe(schema) {
      const { $defs: _definitions, $schema: _dialect, ...described } = toJsonSchema(schema, config);
      return described;
    },
  };
}
