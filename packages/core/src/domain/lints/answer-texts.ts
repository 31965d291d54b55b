import type { BlockDefinition } from '../blocks/block-definition.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';

/** The labels, words and numbers of the choices of a question, or the few texts that answer it. */
export function answerTexts(
  { offers, answers }: Pick<BlockDefinition, 'offers' | 'answers'> = {},
  params: JsonObject,
): readonly string[] {
  return answers?.(params) ?? (offers === undefined ? [] : textsOf(params, offers));
}

/** Choices of a Field's list that are shown at the same time, and have numbers. */
const shownOfList = 20;

function textsOf(params: JsonObject, { param, label }: { readonly param: string; readonly label: string }) {
  const entries = ownMember(params, param);
  const isList = ownMember(params, 'source') === 'list';
  const written = !isList && isJsonList(entries) ? entries.filter((entry) => isJsonObject(entry)) : [];
  const words = written.flatMap((entry) => [ownMember(entry, label), ...listOf(ownMember(entry, 'words'))]);
  const numbers = Array.from({ length: isList ? shownOfList : written.length }, (_, at) => String(at + 1));
  return [...words.filter((word) => typeof word === 'string'), ...numbers];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonList(value) ? value : [];
}
