import type { Fields } from '../field/field.ts';
import { fieldText } from '../field/field-text.ts';
import { fillText } from './fill-text.ts';

/** Longest address that a step makes. */
const maxUrlLength = 8_192;

/**
 * Fills an address: what the Fields hold is percent-encoded, so that it can never be more than one part of
 * it. Spaces that the author wrote are encoded too.
 *
 * @returns `undefined` when what comes out is no absolute `http` or `https` address of at most 8,192 characters.
 * @spec RN48
 */
export function fillUrl(written: string, fields: Fields): string | undefined {
  const filled = fillText(written.trim(), fields, maxUrlLength + 1, (value) =>
    encodeURIComponent(fieldText(value).toWellFormed()),
  );
  const url = filled.replace(/\s/g, encodeURIComponent);
  return url.length <= maxUrlLength && isWebAddress(url) ? url : undefined;
}

export function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^/\s]/i.test(url) && !/\s/.test(url) && URL.canParse(url);
}
