import * as v from 'valibot';
import { findJsonFault, maxJsonDepth } from '../../json/find-json-fault.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import { isJsonObject } from '../../json/json-value.ts';

/** Levels that stand above the params of a block in a diagram: the diagram, its nodes, the node. */
const levelsAboveParams = 3;

function paramsFault(value: unknown): string | undefined {
  if (!isJsonObject(value)) return 'Expected an object.';
  const fault = findJsonFault(value, maxJsonDepth - levelsAboveParams);
  return fault && `${jsonPointer(...fault.path) || 'It'} ${fault.message}.`;
}

/** JSON that a diagram has room for. Hostile keys and all: what passes is taken as it came, not as valibot copies it. @spec ED34 */
const params = v.pipe(
  v.custom<object>(
    (value) => paramsFault(value) === undefined,
    ({ input }) => paramsFault(input) ?? '',
  ),
  v.looseObject({}),
);

/** An object with these members and no others. On its own `strictObject` would take a list too. */
function closed<const TEntries extends v.ObjectEntries>(
  entries: TEntries,
): v.SchemaWithPipe<
  readonly [
    v.CustomSchema<object, v.ErrorMessage<v.CustomIssue> | undefined>,
    v.StrictObjectSchema<TEntries, undefined>,
  ]
> {
  return v.pipe(v.custom<object>(isJsonObject, 'Expected an object.'), v.strictObject(entries));
}

const coordinate = v.pipe(v.number(), v.finite('Expected a finite number.'));

const editMembers = {
  params: v.optional(params),
  name: v.optional(v.string()),
  top: v.optional(coordinate),
  left: v.optional(coordinate),
};

const blockInput = closed({ id: v.optional(v.string()), type: v.string(), ...editMembers });

const connectionInput = closed({
  id: v.optional(v.string()),
  sourcePath: v.string(),
  targetPath: v.string(),
  type: v.string(),
});

/**
 * The input of `addBlocks` as it arrives. As JSON Schema it converts with `typeMode: 'output'`.
 *
 * @spec ED26
 */
export const blocksInputSchema = closed({
  blocks: v.array(blockInput),
  connections: v.optional(v.array(connectionInput)),
});

/** The input of `editBlock`; see {@link blocksInputSchema}. */
export const blockEditSchema = closed(editMembers);

/** The input of `applyChangeSet`; see {@link blocksInputSchema}. */
export const changeSetSchema = closed({
  blocks: v.optional(
    closed({
      add: v.optional(v.array(blockInput)),
      update: v.optional(v.array(closed({ id: v.string(), ...editMembers }))),
      delete: v.optional(v.array(v.string())),
    }),
  ),
  connections: v.optional(
    closed({
      add: v.optional(v.array(connectionInput)),
      delete: v.optional(v.array(v.union([v.string(), closed({ source_path: v.string(), type: v.string() })]))),
    }),
  ),
});
