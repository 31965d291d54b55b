import * as v from 'valibot';
import { finishingDays } from '../finishing-version.ts';
import { findJsonFault, jsonFaultMessage, maxJsonDepth } from '../json/find-json-fault.ts';
import { isJsonObject, type JsonObject } from '../json/json-value.ts';
import { faultMessages } from './fault-messages.ts';
import { inputList, inputObject } from './input-object.ts';
import { checked, described, describedHere, filledText, integerFrom, oneOf } from './members.ts';
import { datasetOf, issueOf, schemaLike } from './schema-issue.ts';

const map = v.record(v.string(), v.unknown());

const diagramForm = described(v.looseObject({ nodes: map, connections: map }), {
  additionalProperties: true,
  description: 'Blocks and the connections between them, stored as sent. Unknown members are stored too.',
});

/** A diagram, unchanged. Here it must only be an object; the engine checks the rest. @spec DR36 */
export const diagramSchema = schemaLike<unknown, JsonObject>(diagramForm, ({ value }) => {
  const isObject = isJsonObject(value);
  return datasetOf(value, isObject ? [] : [issueOf(value, { expected: 'Object' })], isObject);
});

/** Levels above the params of a block in a diagram: the diagram, its nodes, the node. */
const levelsAboveParams = 3;

function paramsFault(value: unknown): string | undefined {
  if (!isJsonObject(value)) return faultMessages.object;
  const fault = findJsonFault(value, maxJsonDepth - levelsAboveParams);
  return fault && jsonFaultMessage(fault);
}

/**
 * JSON with few enough levels for a diagram. It stays unchanged, including keys such as `__proto__`.
 *
 * @spec ED34
 */
const params = schemaLike<JsonObject, JsonObject>(v.looseObject({}), ({ value }) => {
  const message = paramsFault(value);
  return datasetOf(value, message === undefined ? [] : [issueOf(value, { message })], message === undefined);
});

const coordinate = v.pipe(v.number(), v.finite(faultMessages.finiteNumber));

const editMembers = {
  params: v.optional(params),
  name: v.optional(v.string()),
  top: v.optional(coordinate),
  left: v.optional(coordinate),
};

const block = inputObject({ id: v.optional(v.string()), type: v.string(), ...editMembers });

const connection = inputObject({
  id: v.optional(v.string()),
  sourcePath: v.string(),
  targetPath: v.string(),
  type: v.string(),
});

/** Blocks to add to a draft. @spec ED26, ED27, ED28, DR38 */
export const blocksInputSchema = checked(
  inputObject(
    { blocks: inputList(block), connections: v.optional(inputList(connection)) },
    { whenEmpty: 'empty_body' },
  ),
  ({ blocks }) =>
    blocks.length === 0 ? [{ field: 'blocks', code: 'empty_body', message: faultMessages.empty }] : undefined,
);

/** The changes to one block. @spec ED26, ED27, ED28, DR38 */
export const blockEditSchema = inputObject(editMembers, { whenEmpty: 'empty_body' });

const connectionsLeaving = inputObject({ source_path: v.string(), type: v.string() });

/** A set of changes of a draft. @spec ED26, ED27, ED28, DR38 */
export const changeSetSchema = checked(
  inputObject({
    blocks: v.optional(
      inputObject({
        add: v.optional(inputList(block)),
        update: v.optional(inputList(inputObject({ id: v.string(), ...editMembers }))),
        delete: v.optional(inputList(v.string())),
      }),
    ),
    connections: v.optional(
      inputObject({
        add: v.optional(inputList(connection)),
        delete: v.optional(inputList(v.union([v.string(), connectionsLeaving], 'Expected a text or an object.'))),
      }),
    ),
  }),
  ({ blocks = {}, connections = {} }) => {
    const lists: readonly (readonly unknown[])[] = [...Object.values(blocks), ...Object.values(connections)];
    if (lists.some((list) => list.length > 0)) return undefined;
    return [{ field: '', code: 'empty_body', message: faultMessages.empty }];
  },
);

const revisions = v.union([v.number(), inputList(v.number())], 'Expected a number or a list of numbers.');

/**
 * The options of a draft write. The output is the revisions at which the draft may be written: `undefined` for any.
 *
 * @spec DR5
 */
export const draftConditionSchema = v.pipe(
  inputObject({
    ifRevision: v.optional(revisions),
    parsedFromBytes: v.optional(v.number()),
    by: v.optional(filledText({ max: 100 })),
    dryRun: v.optional(v.boolean()),
  }),
  v.transform(({ ifRevision }) => revisionsOf(ifRevision)),
);

function revisionsOf(given: number | readonly number[] | undefined): readonly number[] | undefined {
  return typeof given === 'number' ? [given] : given;
}

/** The policy of a publication. @spec VE35 */
export const publicationPolicyEntries = {
  policy: v.optional(
    describedHere(
      oneOf(['move', 'finish']),
      'Whether conversations under way continue on the new version, the default, or finish on theirs.',
    ),
  ),
  days: v.optional(
    describedHere(
      integerFrom(1, finishingDays.most),
      `Only with finish: the most days. Default ${finishingDays.byDefault}.`,
    ),
  ),
};

/** The options of a publication. @spec DR5, VE35 */
export const publicationSchema = v.pipe(
  checked(inputObject({ ifRevision: v.optional(revisions), ...publicationPolicyEntries }), ({ policy, days }) =>
    days === undefined || policy === 'finish'
      ? undefined
      : [{ field: 'days', message: 'Only with the policy finish.' }],
  ),
  v.transform(({ ifRevision, policy, days = finishingDays.byDefault }) => ({
    ifRevision: revisionsOf(ifRevision),
    finishDays: policy === 'finish' ? days : undefined,
  })),
);
