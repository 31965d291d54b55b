import * as v from 'valibot';
import { objectOf } from '../../schemas/json-object.ts';
import { decided, shown } from '../../schemas/marks.ts';
import { safeInteger, timestamp, uuid } from '../../schemas/scalars.ts';
import { diagramSchema } from './diagram-schema.ts';

const label = shown(v.string(), 'The label.');

const publicationEntries = {
  published_at: decided(timestamp, 'When it went out.'),
  published_by: decided(safeInteger, 'The person who published it.'),
};

const restoredFrom = decided(uuid, 'The version that was restored.');

const channelSchema = v.object({ id: uuid, name: v.string(), type: v.string() });

export const versionSummarySchema = v.object({
  id: uuid,
  name: v.exactOptional(label),
  ...publicationEntries,
  restored_from: v.exactOptional(restoredFrom),
});

export type WireVersionSummary = v.InferOutput<typeof versionSummarySchema>;

/** Members with no value are `null` here. @spec AP3 */
export const versionSchema = v.object({
  id: uuid,
  name: v.nullable(label),
  ...publicationEntries,
  restored_from: v.nullable(restoredFrom),
  diagram: diagramSchema,
  channel: decided(v.nullable(channelSchema), 'The channel as it was when the version went out.'),
});

export const publicationSchema = v.object({
  name: v.exactOptional(label),
  ...publicationEntries,
  restored_from: v.exactOptional(restoredFrom),
  channel: v.exactOptional(decided(channelSchema, 'The channel that it went out on.')),
});

export const publishSchema = objectOf({ source: v.exactOptional(shown(uuid, 'The version to restore.')) });

export const labelSchema = objectOf({
  name: shown(v.nullable(v.pipe(v.string(), v.metadata({ minLength: 1, maxLength: 255 }))), 'null removes the label.'),
});
