import { type JsonObject, jsonBytes } from '@botwright/core/diagram';
import type { AwaitedRequest, JumpEffect, NoticeRequest } from '../effect/effect.ts';
import type { Message } from '../message/message.ts';
import { costs } from '../work/costs.ts';
import { jsonLength } from '../work/json-length.ts';
import type { Work } from '../work/work.ts';

/** Charges for what a message costs whoever keeps it and sends it on: by the bytes of its JSON. @spec RN121, RN126 */
export function chargeMessage(message: Message, work: Work): void {
  work.charge(costs.message);
  // Before the bytes are counted.
  writtenLength(message, work);
  work.charge(jsonBytes(json(message)) * costs.output);
}

/** Charges for what an effect holds: by its characters. @spec RN121, RN126 */
export function chargeEffect(
  request: AwaitedRequest | NoticeRequest | Pick<JumpEffect, 'kind' | 'bot' | 'at'>,
  work: Work,
): void {
  work.charge(costs.message);
  work.charge(writtenLength(request, work) * costs.output);
}

function writtenLength(parts: object, work: Work): number {
  return jsonLength(json(parts), work);
}

/** Messages and effects are JSON, which their types do not say. */
function json(parts: object): JsonObject {
  return parts as JsonObject;
}
