import type { EngineError } from '@botwright/core';
import { jsonReply, type Reply } from '../exchange/reply/reply.ts';
import { statusOf } from '../exchange/token-api/status-of.ts';
import { wireFaults } from '../exchange/token-api/wire-fields.ts';
import type { WireError } from './chat-schemas.ts';

/** One text says all that is wrong, each with the member that it is about. @spec AC5, TK12 */
export function refuse(error: EngineError, headers?: Readonly<Record<string, string>>): Reply {
  const told = wireFaults(error).map(({ field, message }) => (field === '' ? message : `${field}: ${message}`));
  const wire: WireError = { success: false, error: told.join(' ') };
  return jsonReply(statusOf(error), JSON.stringify(wire), headers);
}
