import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** Converts schemas to JSON Schema for an OpenAPI document. */
export interface SchemaWriter {
  /** The schemas that the document defines once and refers to by name. */
  components(): Readonly<Record<string, JsonSchema>>;
  describe(schema: v.GenericSchema): JsonSchema;
}

export function schemaRef(name: string): string {
  return `#/components/schemas/${name}`;
}

/** @param definitions - Schemas to replace by a reference to their name everywhere. @spec OA2, OA12 */
export function schemaWriter(definitions: Readonly<Record<string, v.GenericSchema>>): SchemaWriter {
  const config: ConversionConfig = {
    target: 'draft-2020-12',
    typeMode: 'input',
    definitions,
    overrideRef: ({ referenceId }) => schemaRef(referenceId),
    // States that other members are allowed: otherwise generators make types that allow none.
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'loose_object' ? { ...jsonSchema, additionalProperties: true } : undefined,
    // JSON Schema cannot express these, or the schema's metadata says the same.
    ignoreActions: ['check', 'finite'],
  };

  return {
    components: () => toJsonSchemaDefs(definitions, config),
    describe(schema) {
      const { $defs: _definitions, $schema: _dialect, ...described } = toJsonSchema(schema, config);
      return described;
    },
  };
}
