import { type InputRead, refuseInput } from '../input/input-fault.ts';
import { memberReader } from '../input/member-reader.ts';
import { isJsonObject } from '../json/json-value.ts';

/** How a bot begins with a customer that it is assigned to. */
export interface BotAssignment {
  /** At once; else with the customer's next message. */
  readonly launch: boolean;
  /** Block to begin at; absent means at the greeting. */
  readonly node?: string;
}

/** Of the id of a block, in Unicode code points. */
const maxNodeLength = 1_024;

/**
 * Reads the body of an assignment to a bot, which may be left out.
 *
 * @spec CU21
 */
export function readBotAssignment(body: unknown): InputRead<BotAssignment> {
  if (body === undefined) return { ok: true, value: { launch: true } };
  if (!isJsonObject(body)) return refuseInput('', 'Expected an object.');
  const reader = memberReader(body);
  const launch = reader.optionalFlag('launch') ?? true;
  const node = reader.optionalText('node', { max: maxNodeLength });
  return reader.finish({ launch, ...(node !== undefined && { node }) });
}
