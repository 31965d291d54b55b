import type { JsonValue } from '@botwright/core/diagram';
import type { ImportFile } from '../importer.ts';

/** Nested objects and lists. */
const deepest = 100;

/** The JSON of a file, or the problem, as the rest of a sentence after the name of the file. */
export type ReadJson = { readonly json: JsonValue } | { readonly problem: string };

const known = new WeakMap<ImportFile, ReadJson>();

/** Reads a file as JSON, once. @spec IM6 */
export function readJson(file: ImportFile): ReadJson {
  const before = known.get(file);
  if (before !== undefined) return before;
  const read = parse(file.bytes);
  known.set(file, read);
  return read;
}

function parse(bytes: Uint8Array): ReadJson {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'is not text in UTF-8' };
  }
  if (isTooDeep(text)) return { problem: `is nested more than ${deepest} levels deep` };
  try {
    return { json: JSON.parse(text) as JsonValue };
  } catch {
    return { problem: 'is not valid JSON' };
  }
}

/** Counts brackets outside texts, before a parser builds anything. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isText = false;
    } else if (code === 0x22) isText = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}
