import type { CompletionContext } from '../diagram/complete-diagram.ts';
import type { Diagram } from '../diagram/diagram.ts';
import { type JsonObject, jsonPointer } from '../json/json-value.ts';
import { excerpt } from '../rules/rule.ts';
import type { Violation } from '../rules/violation.ts';

/** What an edit needs beside the diagram. */
export type EditContext = CompletionContext;

export interface AppliedEdit {
  readonly kind: 'applied';
  /** Frozen. It shares what the edit did not touch with the diagram before, and so freezes that too. */
  readonly diagram: Diagram;
  /**
   * The connections that were in the diagram before and are not after, whole, in diagram order. Malformed ones that are
   * objects are included.
   *
   * @spec ED21
   */
  readonly removedConnections: readonly JsonObject[];
}

export interface RefusedEdit {
  readonly kind: 'refused';
  /** Every problem that was found, in the order of the request. */
  readonly violations: readonly Violation[];
}

export type EditResult = AppliedEdit | RefusedEdit;

/** `absent`: the diagram has no such block. */
export type BlockEditResult = EditResult | { readonly kind: 'absent' };

/** Why a block of a request is refused. @spec ED2 */
export function blockProblem(code: string, message: string, blockId: string): Violation {
  return { code, message, blockId, pointer: jsonPointer('nodes', blockId), severity: 'error' };
}

/**
 * Why a block to add is refused. A block without an id is named by its place in the request, and the pointer is where
 * the block would have been.
 *
 * @spec ED2, ED3
 */
export function addedBlockProblem(
  code: string,
  fault: string,
  added: { readonly id: string; readonly isNamed: boolean; readonly index: number },
): Violation {
  const pointer = jsonPointer('nodes', added.id);
  if (added.isNamed)
    return { code, message: `Block ${excerpt(added.id)} ${fault}`, blockId: added.id, pointer, severity: 'error' };
  return { code, message: `The block without an id at index ${added.index} ${fault}`, pointer, severity: 'error' };
}

/** A problem of completing a block, for a block that came without an id. @spec ED3 */
export function withoutId({ blockId, message, ...found }: Violation, index: number): Violation {
  return {
    ...found,
    message: message.replace(`Block ${excerpt(blockId)}`, `The block without an id at index ${index}`),
  };
}

/** Why a connection, stored or to add, makes an edit impossible. @spec ED2 */
export function connectionProblem(
  code: string,
  message: string,
  at: { readonly connectionId: string; readonly blockId?: string; readonly output?: string },
): Violation {
  return { code, message, ...at, pointer: jsonPointer('connections', at.connectionId), severity: 'error' };
}
