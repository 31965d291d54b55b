import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { blockSchema } from '../schemas/block-schema.ts';
import { botSchema } from '../schemas/bot-schema.ts';
import { diagramSchema } from '../schemas/diagram-schema.ts';
import { detailSchema, errorSchema } from '../schemas/error-schema.ts';
import { feedbackSchema } from '../schemas/feedback-schema.ts';
import { pageMeta } from '../schemas/page-schema.ts';
import { publicationSchema, versionSchema, versionSummarySchema } from '../schemas/version-schema.ts';
import { violationSchema } from '../schemas/violation-schema.ts';

/** Schemas that the document names once and points to. */
const definitions = {
  Block: blockSchema,
  Bot: botSchema,
  Detail: detailSchema,
  Diagram: diagramSchema,
  Error: errorSchema,
  Feedback: feedbackSchema,
  PageMeta: pageMeta,
  Publication: publicationSchema,
  Version: versionSchema,
  VersionSummary: versionSummarySchema,
  Violation: violationSchema,
} satisfies Record<string, v.GenericSchema>;

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

export function schemaRef(name: string): string {
  return `#/components/schemas/${name}`;
}

/** @spec OA2 */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  return toJsonSchemaDefs(definitions, config);
}

/** @spec OA2 */
export function describeSchema(schema: v.GenericSchema): JsonSchema {
  const { $defs: _definitions, $schema: _dialect, ...described } = toJsonSchema(schema, config);
  return described;
}
