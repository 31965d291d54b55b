import { isJsonList, isJsonObject, type JsonObject, ownMember } from '@botwright/core/diagram';
import type { Message } from '../message/message.ts';
import { fillText } from '../text/fill-text.ts';
import type { Visit } from './block-behaviour.ts';

/** A text as the author wrote it; empty when the param is no text. */
export function textParam(params: JsonObject, name: string): string {
  const value = ownMember(params, name);
  return typeof value === 'string' ? value : '';
}

/** A text with the Fields in it. */
export function filledParam(visit: Visit, name: string): string {
  return fillText(textParam(visit.params, name), visit.fields, visit.limits.textLength);
}

/** A text with the Fields in it, to say: no message when there is nothing to read in it. @spec RN35 */
export function spokenParam(visit: Visit, name: string): readonly Message[] {
  const body = filledParam(visit, name);
  return body.trim() === '' ? [] : [{ type: 'text', body }];
}

/** The entries of a list that are objects; what else is in it is passed over. */
export function entriesParam(params: JsonObject, name: string): readonly JsonObject[] {
  const list = ownMember(params, name);
  return isJsonList(list) ? list.filter((entry) => isJsonObject(entry)) : [];
}
