import type { JsonObject } from '@botwright/core/diagram';
import type { AwaitedRequest, JumpEffect, NoticeRequest } from '../effect/effect.ts';
import type { Message } from '../message/message.ts';
import { costs } from '../work/costs.ts';
import { jsonLength } from '../work/json-length.ts';
import type { Work } from '../work/work.ts';

/** Charges for what a message costs whoever keeps it and sends it on. @spec RN121 */
export function chargeMessage(message: Message, work: Work): void {
  work.charge(costs.message);
  if (message.type === 'text') work.charge(message.body.length * costs.output);
  else chargeParts(message, work);
}

/** Charges for what an effect holds. @spec RN121 */
export function chargeEffect(
  request: AwaitedRequest | NoticeRequest | Pick<JumpEffect, 'kind' | 'bot' | 'at'>,
  work: Work,
): void {
  work.charge(costs.message);
  chargeParts(request, work);
}

/** Messages and effects are JSON, which their types do not say. */
function chargeParts(parts: object, work: Work): void {
  jsonLength(parts as JsonObject, work);
}
