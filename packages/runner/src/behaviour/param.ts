import { isJsonList, isJsonObject, type JsonObject, ownMember } from '@botwright/core/diagram';
import type { Message } from '../message/message.ts';
import { fillText } from '../text/fill-text.ts';
import { costs } from '../work/costs.ts';
import type { Work } from '../work/work.ts';
import type { Visit } from './block-behaviour.ts';

/** A text as the author wrote it; empty when the param is no text. */
export function textParam(params: JsonObject, name: string): string {
  const value = ownMember(params, name);
  return typeof value === 'string' ? value : '';
}

/** A text with the Fields in it. */
export function filledParam({ params, fields, limits, work }: Visit, name: string): string {
  return fillText(textParam(params, name), fields, limits.textLength, work);
}

/** A text with the Fields in it, to say: no message when there is nothing to read in it. @spec RN35 */
export function spokenParam(visit: Visit, name: string): readonly Message[] {
  const body = filledParam(visit, name);
  return body.trim() === '' ? [] : [{ type: 'text', body }];
}

/** The entries of a list that are objects; what else is in it is passed over. */
export function entriesParam(params: JsonObject, name: string, work: Work): readonly JsonObject[] {
  const list = ownMember(params, name);
  if (!isJsonList(list)) return [];
  work.charge(list.length * costs.entry);
  return list.filter((entry) => isJsonObject(entry));
}
