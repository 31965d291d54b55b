/** What is wrong with a member of an input from outside. */
export interface InputFault {
  /** Path of the member, such as `message.url`; empty when it is the whole input. */
  readonly field: string;
  /** For people: one sentence. */
  readonly message: string;
}

export type InputRead<T> =
  | { readonly ok: true; readonly value: T }
  /** Every fault there is, in the order of reading. */
  | { readonly ok: false; readonly faults: readonly InputFault[] };

export function refuseInput(field: string, message: string): { readonly ok: false; readonly faults: [InputFault] } {
  return { ok: false, faults: [{ field, message }] };
}
