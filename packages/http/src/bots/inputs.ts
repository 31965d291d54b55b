import type { BotCreation } from '@botwright/core';
import { isJsonObject } from '@botwright/core/conversation';
import type { BlockEdit, BlocksInput, ChangeSet } from '@botwright/core/diagram';
import {
  blockEditSchema,
  blocksInputSchema,
  botCreationSchema,
  botUpdateSchema,
  changeSetSchema,
  describedBySpec,
  diagramSchema,
  feedbackSchema,
  inputObject,
  publicationPolicyEntries,
  versionNameSchema,
  wireNames,
} from '@botwright/core/inputs';
import * as v from 'valibot';
import { type BodyShape, engineBody, optionalBody, requiredBody } from '../pipeline/body-shape.ts';
import { uuid } from '../schemas.ts';
import { scenariosSchema } from './wire/scenarios.ts';

/** The bodies of the Bots API: the engine's schemas, with the member names of the wire format. */

const { source: _source, ...newBot } = botCreationSchema.entries;
const { name, workspace, diagram } = newBot;

/** @spec AP7, AP8 */
const creationSchema = wireNames(inputObject(newBot));

/** @spec AP9, AP10 */
const duplicationSchema = wireNames(
  inputObject({
    source: describedBySpec(v.string(), 'The bot to duplicate.'),
    name: v.optional(name),
    channelFamily: v.optional(v.string()),
    workspace,
    diagram,
  }),
);

type Duplication = v.InferOutput<typeof duplicationSchema>;

/**
 * With a `source`, the members that a new bot needs may be left out: the engine copies them from the source.
 *
 * @spec AP8, AP9
 */
export const creationBody: BodyShape<Omit<BotCreation, 'source'> | Duplication> = requiredBody(
  pickedUnion([creationSchema, duplicationSchema], (json) =>
    hasMember(json, 'source') ? duplicationSchema : creationSchema,
  ),
);

/** Whether the body of a new bot names a bot to copy. */
export function isDuplication(body: Omit<BotCreation, 'source'> | Duplication): body is Duplication {
  return 'source' in body;
}

export const botUpdateBody: BodyShape<v.InferOutput<typeof botUpdateSchema>> = requiredBody(botUpdateSchema);

/** @spec AP14 */
export const feedbackBody: BodyShape<v.InferOutput<typeof feedbackSchema>> = requiredBody(wireNames(feedbackSchema));

/** @spec MC4 */
export const scenariosBody: BodyShape<v.InferOutput<typeof scenariosSchema>> = requiredBody(
  inputObject(scenariosSchema.entries),
);

const publishSchema = inputObject({
  source: v.optional(describedBySpec(uuid, 'The version to restore.')),
  ...publicationPolicyEntries,
});

const labelSchema = inputObject({ name: versionNameSchema }, { whenEmpty: 'empty_body' });

export const publishBody: BodyShape<v.InferOutput<typeof publishSchema>> = optionalBody(publishSchema);
export const labelBody: BodyShape<v.InferOutput<typeof labelSchema>> = requiredBody(labelSchema);

const wrappedDiagram = v.pipe(
  inputObject({ diagram: diagramSchema }),
  v.transform(({ diagram }) => diagram),
);

/**
 * A diagram under the key `diagram`, or as the whole body. It is passed on unchanged: the engine checks it.
 *
 * @spec AP18, AP19
 */
export const diagramBody: BodyShape<unknown> = requiredBody(
  pickedUnion([wrappedDiagram, diagramSchema], (json) => (hasMember(json, 'diagram') ? wrappedDiagram : diagramSchema)),
);

/** The same body, but optional: without one the operation uses the stored diagram. */
export const optionalDiagramBody: BodyShape<unknown> = {
  ...diagramBody,
  isRequired: false,
  read: (json) => (json === undefined ? undefined : diagramBody.read(json)),
};

/** A union that `pick` reads as one of its options, so that all faults are faults of this option. */
function pickedUnion<TOption extends v.GenericSchema>(
  options: readonly TOption[],
  pick: (input: unknown) => TOption,
): v.GenericSchema<v.InferInput<TOption>, v.InferOutput<TOption>> {
  return v._standardSchema<v.GenericSchema<v.InferInput<TOption>, v.InferOutput<TOption>>>({
    ...v.union(options),
    '~run': (dataset, config) => pick(dataset.value)['~run'](dataset, config),
  });
}

function hasMember(json: unknown, member: string): boolean {
  return isJsonObject(json) && Object.hasOwn(json, member);
}

export const changeSetBody: BodyShape<ChangeSet> = engineBody(changeSetSchema);
export const blocksBody: BodyShape<BlocksInput> = engineBody(blocksInputSchema);
export const blockEditBody: BodyShape<BlockEdit> = engineBody(blockEditSchema);
