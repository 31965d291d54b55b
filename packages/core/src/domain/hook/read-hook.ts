import { type InputRead, refuseInput } from '../input/input-fault.ts';
import { type MemberReader, memberReader } from '../input/member-reader.ts';
import { isJsonObject, type JsonObject } from '../json/json-value.ts';

export interface HookCreation {
  readonly url: string;
  /** Sent with each message; empty when none is set. */
  readonly token: string;
  readonly name: string;
}

export type HookEdit = Partial<HookCreation>;

/** In Unicode code points. */
const maxNameLength = 255;

/** Visible ASCII, with space inside: what arrives as it was sent, in whatever encoding headers are read. */
const tokenForm = /^(?:[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?)?$/;

/**
 * Reads a message hook that is to be made.
 *
 * @spec HK5, HK6, HK7, HK8
 */
export function readHookCreation(body: unknown): InputRead<HookCreation> {
  if (!isJsonObject(body)) return refuseInput('', 'Expected an object.');
  const reader = memberReader(body);
  return reader.finish({ url: reader.httpUrl('url'), token: '', name: '', ...readTokenAndName(reader) });
}

/**
 * Reads what is to change of a message hook.
 *
 * @spec HK5, HK6, HK7, HK9
 */
export function readHookEdit(body: unknown): InputRead<HookEdit> {
  if (!isJsonObject(body)) return refuseInput('', 'Expected an object.');
  if (!saysAny(body)) return refuseInput('', 'Give the token, the url or the name to write.');
  const reader = memberReader(body);
  const url = reader.optionalHttpUrl('url');
  return reader.finish({ ...(url !== undefined && { url }), ...readTokenAndName(reader) });
}

function readTokenAndName(reader: MemberReader): HookEdit {
  const token = reader.optionalText('token');
  if (token !== undefined && !tokenForm.test(token)) {
    reader.refuse('token', 'Expected at most 1024 visible ASCII characters, without space at the ends.');
  }
  const name = reader.optionalText('name', { max: maxNameLength });
  return { ...(token !== undefined && { token }), ...(name !== undefined && { name }) };
}

function saysAny(body: JsonObject): boolean {
  return ['token', 'url', 'name'].some((member) => Object.hasOwn(body, member) && body[member] !== null);
}
