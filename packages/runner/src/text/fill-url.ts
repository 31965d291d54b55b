import { isHttpUrl, type JsonValue } from '@botwright/core/diagram';
import type { Fields } from '../field/field.ts';
import { fieldText } from '../field/field-text.ts';
import type { Work } from '../work/work.ts';
import { encodePart } from './encode-part.ts';
import { fillText, referencedValue, soleReference } from './fill-text.ts';

/** Longest address that a step makes. */
const maxUrlLength = 8_192;

/**
 * Fills an address. One that is a single reference and nothing else is what the Field holds, as it is. In any other
 * what the Fields hold is percent-encoded, so that it can never be more than one part of it; spaces that the author
 * wrote are encoded too.
 *
 * @returns `undefined` when what comes out is no absolute `http` or `https` address without credentials, of at most
 *   8,192 characters: what may be sent from outside may be sent by a bot.
 * @spec RN48
 */
export function fillUrl(written: string, fields: Fields, work: Work): string | undefined {
  const whole = soleReference(written);
  const url = whole === undefined ? fillParts(written, fields, work) : fieldText(referencedValue(whole, fields), work);
  return isHttpUrl(url) ? url : undefined;
}

function fillParts(written: string, fields: Fields, work: Work): string {
  const filled = fillText(written.trim(), fields, maxUrlLength + 1, work, encodeShort);
  return filled.replace(/\s/g, encodeURIComponent);
}

/** A text that is too long as it is need not be encoded to be too long. */
function encodeShort(value: JsonValue | undefined, work: Work): string {
  const text = fieldText(value, work);
  return text.length > maxUrlLength ? text : encodePart(text, work);
}

export function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^/\s]/i.test(url) && !/\s/.test(url) && URL.canParse(url);
}
