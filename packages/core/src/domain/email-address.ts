import { isHostName, plainDots } from './host-name.ts';

/** UTF-16 units of an email address, and of the part before the `@`. */
const maxEmailLength = 254;
const maxLocalLength = 64;
const localForm = /^[^\s@"(),:;<>[\\\]]+$/u;

/** @returns The address, or `undefined` when the text is none. @spec RN57 */
export function readEmailAddress(text: string): string | undefined {
  const [local = '', written = '', ...rest] = text.split('@', 3);
  if (rest.length > 0 || text.length > maxEmailLength || local.length > maxLocalLength) return undefined;
  if (!localForm.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined;
  const domain = plainDots(written);
  return isHostName(domain) ? `${local}@${domain}` : undefined;
}

/** The same for an address in a header of a mail, which has no control characters. @spec EM4 */
export function readMailAddress(text: string): string | undefined {
  return /\p{Cc}/u.test(text) ? undefined : readEmailAddress(text);
}

/**
 * The addresses in a text, apart by commas, semicolons or line ends, which may stand inside a reference to a Field.
 *
 * @spec EM3
 */
export function addressesIn(text: string): readonly string[] {
  const parts = text.match(/(?:@\{[^{}]*\}|[^,;\r\n])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
