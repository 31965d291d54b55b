import type { JsonObject } from '../json/json-value.ts';

/** A block to add, by its semantic name. Wire shape: members are as clients send them. */
export interface BlockInput {
  /** Left out: `n0`, `n1`, … the first that is free. */
  readonly id?: string;
  readonly type: string;
  readonly name?: string;
  readonly params?: JsonObject;
  readonly top?: number;
  readonly left?: number;
}

export interface ConnectionInput {
  readonly id?: string;
  readonly sourcePath: string;
  readonly targetPath: string;
  /** The output that it leaves from. */
  readonly type: string;
}

/** What to write of one block. `params` replaces the whole set; left out, it stays. */
export interface BlockEdit {
  readonly params?: JsonObject;
  readonly name?: string;
  readonly top?: number;
  readonly left?: number;
}

export interface BlocksInput {
  readonly blocks: readonly BlockInput[];
  readonly connections?: readonly ConnectionInput[];
}

/** Every connection that leaves one output, whatever it is called and wherever it ends. Wire shape. */
export interface LeavingConnections {
  /** The block that they leave. */
  readonly source_path: string;
  /** The output. */
  readonly type: string;
}

/** Describes the result, not the steps: order inside it means nothing. */
export interface ChangeSet {
  readonly blocks?: {
    readonly add?: readonly BlockInput[];
    readonly update?: readonly (BlockEdit & { readonly id: string })[];
    readonly delete?: readonly string[];
  };
  readonly connections?: {
    readonly add?: readonly ConnectionInput[];
    /** By id, or by what they leave. */
    readonly delete?: readonly (string | LeavingConnections)[];
  };
}
