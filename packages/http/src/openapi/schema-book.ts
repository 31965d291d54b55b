import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** Writes schemas as a contract has them. */
export interface SchemaBook {
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
export function schemaBook(definitions: Readonly<Record<string, v.GenericSchema>>): SchemaBook {
  const config: ConversionConfig = {
    target: 'draft-2020-12',
    // A guard before a strict object is for code: the contract shows the object.
    typeMode: 'output',
    definitions,
    overrideRef: ({ referenceId }) => schemaRef(referenceId),
    // What JSON cannot say anyway, or what the metadata beside it says.
    ignoreActions: ['check', 'finite'],
    overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? {} : undefined),
  };

  return {
    components: () => toJsonSchemaDefs(definitions, config),
    describe(schema) {
      const { $defs: _definitions, $schema: _dialect, ...described } = toJsonSchema(schema, config);
      return described;
    },
  };
}
