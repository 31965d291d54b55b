import { utf8Length } from '../domain/text/utf8-length.ts';
import type { NewDelivery } from '../ports/delivery-store.ts';

/** A body as kept: one for all deliveries that share it. */
export interface KeptBody {
  readonly text: string;
  /** In UTF-8. */
  readonly bytes: number;
}

/** @returns Answers the body for each delivery of one `add`, the same one for those that share it. @spec DQ21 */
export function keepBodies(): (delivery: NewDelivery) => KeptBody {
  const kept = new Map<string, Map<number, KeptBody>>();
  return ({ body: text, customerNumber }) => {
    const ofText = kept.get(text) ?? new Map<number, KeptBody>();
    const body = ofText.get(customerNumber) ?? Object.freeze({ text, bytes: utf8Length(text) });
    kept.set(text, ofText.set(customerNumber, body));
    return body;
  };
}
