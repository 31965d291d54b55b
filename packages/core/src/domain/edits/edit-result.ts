import type { CompletionContext } from '../diagram/complete-diagram.ts';
import type { Diagram } from '../diagram/diagram.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { Violation } from '../rules/violation.ts';

/** What edits need to know beside the diagram. */
export type EditContext = CompletionContext;

export interface AppliedEdit {
  readonly kind: 'applied';
  /** Frozen. Shares with the diagram before, and so freezes, whatever the edit left alone. */
  readonly diagram: Diagram;
  /** Those that were in the diagram before and are not after, whole, in diagram order. Malformed objects are among them. @spec ED21 */
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
