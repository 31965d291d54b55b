import type { EngineError } from '@botwright/core';
import { jsonReply, type Reply } from '../../exchange/reply/reply.ts';
import { statusByKind } from '../../exchange/reply/status.ts';
import { encodeViolations } from '../codecs/violation-codec.ts';
import type { WireError } from '../schemas/error-schema.ts';

/** Input members whose wire name is not the engine's. */
const wireNames: ReadonlyMap<string, string> = new Map([
  ['channelFamily', 'channel_family'],
  ['pageSize', 'page_size'],
]);

/**
 * Made of the refusal alone: what another brand has and what nobody has cannot be told apart.
 *
 * @spec HT12, HT13, HT16, HT26
 */
export function errorReply(error: EngineError, headers?: Readonly<Record<string, string>>): Reply {
  const { code, violations, violationsTotal } = error;
  const wire: WireError = {
    error: {
      code,
      message: messageOf(error),
      ...(violations.length > 0 && encodeViolations(violations, violationsTotal)),
    },
  };
  const more = error.kind === 'limited' ? { 'retry-after': '1', ...headers } : headers;
  return jsonReply(statusByKind[error.kind], JSON.stringify(wire), more);
}

/** The engine's message says what is wrong and not where. */
function messageOf({ field, message }: EngineError): string {
  return field === undefined ? message : `${wireNames.get(field) ?? field}: ${message}`;
}
