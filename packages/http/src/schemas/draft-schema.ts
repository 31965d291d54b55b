import * as v from 'valibot';
import { diagramSchema } from './diagram-schema.ts';
import { anyObject, finiteNumber, objectOf } from './json-object.ts';
import { decided, shown } from './marks.ts';
import { safeInteger, timestamp } from './scalars.ts';
import { violationSchema, violationsTotal } from './violation-schema.ts';

const connectionSchema = v.pipe(v.looseObject({}), v.metadata({ additionalProperties: true }));

const draftEntries = {
  save_state: shown(v.picklist(['IS_PRESAVED', 'IS_NOT_VALID']), 'IS_NOT_VALID while any violation stands.'),
  violations: shown(v.array(violationSchema), 'Those that the last write recorded, not a fresh check.'),
  violations_total: v.exactOptional(violationsTotal),
  edited_at: decided(timestamp, 'When the draft was last written.'),
};

export const draftSchema = v.object({ diagram: diagramSchema, ...draftEntries });

/** The answer of a write: `diagram` is left out when the caller prefers it short. @spec HT45 */
export const writtenDraftSchema = v.object({ diagram: v.exactOptional(diagramSchema), ...draftEntries });

export const editedDraftSchema = v.object({
  diagram: v.exactOptional(diagramSchema),
  ...draftEntries,
  removed_connections: shown(v.array(connectionSchema), 'The connections that the edit took away, whole.'),
});

export const validationSchema = v.object({
  violations: v.array(violationSchema),
  violations_total: v.exactOptional(violationsTotal),
});

export const revisionSchema = v.object({
  revision: safeInteger,
  edited_at: timestamp,
  edited_by: safeInteger,
  diagram: diagramSchema,
});

const position = {
  top: v.exactOptional(shown(finiteNumber, 'Position on the canvas.')),
  left: v.exactOptional(shown(finiteNumber, 'Position on the canvas.')),
};

const blockInput = objectOf({
  id: v.exactOptional(shown(v.string(), 'Left out: the first of n0, n1, … that is free.')),
  type: shown(v.string(), 'Semantic name of the block, such as ask_question.'),
  name: v.exactOptional(v.string()),
  params: v.exactOptional(anyObject),
  ...position,
});

const connectionInput = objectOf({
  id: v.exactOptional(v.string()),
  sourcePath: shown(v.string(), 'The block that the connection leaves.'),
  targetPath: shown(v.string(), 'The block that it ends at.'),
  type: shown(v.string(), 'The output that it leaves from.'),
});

const blockEditEntries = {
  params: v.exactOptional(shown(anyObject, 'Replaces all params that the catalog describes.')),
  name: v.exactOptional(v.string()),
  ...position,
};

export const blockEditSchema = objectOf(blockEditEntries);

/** @spec AP24 */
export const blocksSchema = objectOf({
  blocks: v.pipe(v.array(blockInput), v.metadata({ minItems: 1 })),
  connections: v.exactOptional(v.array(connectionInput)),
});

/** @spec AP21 */
export const changeSetSchema = objectOf({
  blocks: v.exactOptional(
    objectOf({
      add: v.exactOptional(v.array(blockInput)),
      update: v.exactOptional(v.array(objectOf({ id: v.string(), ...blockEditEntries }))),
      delete: v.exactOptional(v.array(v.string())),
    }),
  ),
  connections: v.exactOptional(
    objectOf({
      add: v.exactOptional(v.array(connectionInput)),
      delete: v.exactOptional(v.array(v.string())),
    }),
  ),
});
