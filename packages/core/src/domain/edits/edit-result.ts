import type { CompletionContext } from '../diagram/complete-diagram.ts';
import type { Diagram } from '../diagram/diagram.ts';
import { type JsonObject, jsonPointer } from '../json/json-value.ts';
import { excerpt } from '../rules/rule.ts';
import type { Violation } from '../rules/violation.ts';

/** The context of an edit. */
export type EditContext = CompletionContext;

export interface AppliedEdit {
  readonly kind: 'applied';
  /** Frozen. It shares unchanged entries with the former diagram, so these are frozen too. */
  readonly diagram: Diagram;
  /**
   * The complete removed connections, in diagram order, with malformed ones if they are objects.
   *
   * @spec ED21
   */
  readonly removedConnections: readonly JsonObject[];
}

export interface RefusedEdit {
  readonly kind: 'refused';
  /** Every problem, in the order of the request. */
  readonly violations: readonly Violation[];
}

export type EditResult = AppliedEdit | RefusedEdit;

/** `absent`: the block is unknown. */
export type BlockEditResult = EditResult | { readonly kind: 'absent' };

/** Makes the violation for a block of a request. @spec ED2 */
export function blockProblem(code: string, message: string, blockId: string): Violation {
  return { code, message, blockId, pointer: jsonPointer('nodes', blockId), severity: 'error' };
}

/**
 * Makes the violation for a block to add. A block without an id is named by its place in the request, and the pointer
 * is its intended place.
 *
 * @spec ED2, ED3
 */
export function addedBlockProblem(
  code: string,
  fault: string,
  { id, isNamed, index }: { readonly id: string; readonly isNamed: boolean; readonly index: number },
): Violation {
  const block = isNamed ? `Block ${excerpt(id)}` : `The block without an id at index ${index}`;
  const place = { ...(isNamed && { blockId: id }), pointer: jsonPointer('nodes', id) };
  return { code, message: `${block} ${fault}`, ...place, severity: 'error' };
}

/**
 * Renames a problem of completing a block without an id: it names the place in the request.
 *
 * @spec ED3
 */
export function withoutId({ blockId, message, ...found }: Violation, index: number): Violation {
  return {
    ...found,
    message: message.replace(`Block ${excerpt(blockId)}`, `The block without an id at index ${index}`),
  };
}

/** Makes the violation for a connection, stored or to add, that prevents an edit. @spec ED2 */
export function connectionProblem(
  code: string,
  message: string,
  at: { readonly connectionId: string; readonly blockId?: string; readonly output?: string },
): Violation {
  return { code, message, ...at, pointer: jsonPointer('connections', at.connectionId), severity: 'error' };
}
