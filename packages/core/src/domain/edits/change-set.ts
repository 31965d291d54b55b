import type { Catalog } from '../blocks/catalog.ts';
import type { Diagram } from '../diagram/diagram.ts';
import { isJsonObject, type JsonObject, ownMember } from '../json/json-value.ts';
import { asUuid } from '../uuid.ts';

/** A block to add, by its semantic name. Its members have the names of the wire format. */
export interface BlockInput extends BlockEdit {
  /** Default: the first free one of `n0`, `n1`, …. */
  readonly id?: string;
  /** Semantic name of the catalog, such as `ask_question`. */
  readonly type: string;
}

/** A connection between two blocks by their paths. Without `id` the engine makes one. */
export interface ConnectionInput {
  /** Default: `<sourcePath>.<type>--<targetPath>`. */
  readonly id?: string;
  /** Id of the block to leave, of the draft or of the same input. */
  readonly sourcePath: string;
  /** Id of the block to enter, of the draft or of the same input. */
  readonly targetPath: string;
  /** The output of the source. */
  readonly type: string;
}

/** The changes of one block. `params` replaces the whole set; without it, the set stays. */
export interface BlockEdit {
  /** The whole set of params. Absent: an update leaves it, and a new block has the defaults. */
  readonly params?: JsonObject;
  /** The author's label on the canvas; visitors do not see it. */
  readonly name?: string;
  /** Pixels on the canvas. Absent: an update leaves it, and a new block gets a free place. */
  readonly top?: number;
  /** Pixels on the canvas, like `top`. */
  readonly left?: number;
}

/** Blocks to add to a draft, with the connections between them. The whole input is refused or accepted. */
export interface BlocksInput {
  /** Blocks to add, in the order that the draft gets them. */
  readonly blocks: readonly BlockInput[];
  /** May lead from and to blocks that the draft has already. */
  readonly connections?: readonly ConnectionInput[];
}

/** Every connection of one output. The members have the names of the wire format. */
export interface LeavingConnections {
  /** The source block. */
  readonly source_path: string;
  /** The output. */
  readonly type: string;
}

/** A set of changes, applied together: the order inside it does not matter. */
export interface ChangeSet {
  /** `add`, `update` and `delete` by block id; `delete` also removes the connections of a block. */
  readonly blocks?: {
    readonly add?: readonly BlockInput[];
    readonly update?: readonly (BlockEdit & { readonly id: string })[];
    readonly delete?: readonly string[];
  };
  /** `add` by blocks and output, `delete` by id or by output. */
  readonly connections?: {
    readonly add?: readonly ConnectionInput[];
    /** By id, or by output. */
    readonly delete?: readonly (string | LeavingConnections)[];
  };
}

/**
 * Lists the uuids of bots in an edit, in lower case, each once. `EditContext.linkedBots` must know them. For blocks to
 * add, or the update of one block, pass a change set with nothing else.
 *
 * @spec ED25
 */
export function botIdsInChangeSet(diagram: Diagram, changeSet: ChangeSet, catalog: Catalog): readonly string[] {
  const { add = [], update = [] } = changeSet.blocks ?? {};
  const sent = [
    ...add.map(({ type, params }) => ({ definition: catalog.byName(type), params })),
    ...update.map(({ id, params }) => ({ definition: catalog.byTemplate(templateOf(diagram, id)), params })),
  ];
  const ids = sent.flatMap(({ definition, params = {} }) => botIdsIn(definition?.references ?? [], params));
  return [...new Set(ids)];
}

function botIdsIn(references: readonly { readonly to: string; readonly param: string }[], params: JsonObject) {
  return references.flatMap(({ to, param }) => {
    const value = ownMember(params, param);
    const id = to === 'bot' && value !== undefined ? asUuid(value) : undefined;
    return id === undefined ? [] : [id];
  });
}

function templateOf(diagram: Diagram, id: string): string {
  const node = ownMember(diagram.nodes, id);
  const template = node !== undefined && isJsonObject(node) ? ownMember(node, 'template') : undefined;
  return typeof template === 'string' ? template : '';
}
