import type { JsonObject, JsonValue } from '../json/json-value.ts';

/**
 * The stored document, kept as the author sent it.
 *
 * The two maps hold whatever was sent, also numbers, lists and strings in the place of nodes: a draft is
 * stored even when it is wrong. `isNode` and `isDiagramConnection` tell the well-formed entries.
 */
export interface Diagram {
  readonly nodes: { readonly [id: string]: JsonValue };
  readonly connections: { readonly [id: string]: JsonValue };
  readonly [other: string]: JsonValue;
}

/** A well-formed node: every documented member has its type. Other members are the author's own. */
export interface DiagramNode extends JsonObject {
  readonly id: string;
  /** The block's storage name, such as `var_text`. */
  readonly template: string;
  readonly params: JsonObject;
}

/** A well-formed connection. `type` is the output that it leaves from. */
export interface DiagramConnection extends JsonObject {
  readonly id: string;
  readonly type: string;
  readonly sourcePath: string;
  readonly targetPath: string;
}
