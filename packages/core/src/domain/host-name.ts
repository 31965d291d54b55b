/**
 * A part of a host name between dots: letters with their marks, and digits, of any script; dashes and the middle dots of
 * Catalan and Japanese inside.
 */
const labelForm = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}·・-]{0,61}[\p{L}\p{N}\p{M}])?$/u;

/**
 * Whether a text is the name of a host as people write it: two parts or more, the last of which is not a number, since
 * an address in numbers ends with one.
 *
 * @spec RN57, RN59, RN137, RN138
 */
export function isHostName(host: string): boolean {
  const labels = host.split('.');
  return labels.length > 1 && labels.every((label) => labelForm.test(label)) && !isNumber(labels.at(-1) ?? '');
}

/** Decimal, octal and hexadecimal numbers, as browsers read them in addresses. */
function isNumber(label: string): boolean {
  return /^(?:\d+|0x[\da-f]*)$/i.test(label);
}

const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4Form = new RegExp(`^${byte}(?:\\.${byte}){3}$`);

/** Whether a text is an IPv4 address in its usual form: four numbers of 0 to 255, without leading zeros. */
export function isIpv4Address(host: string): boolean {
  return ipv4Form.test(host);
}

/** Writes the full stops of Chinese and Japanese, which people type between the parts of a name, as dots. */
export function plainDots(host: string): string {
  return host.replace(/[。．｡]/g, '.');
}
