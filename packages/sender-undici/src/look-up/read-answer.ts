/** More than any name needs that is reached over one connection. */
const maxAddresses = 256;
/** Of an address with a zone. */
const maxLength = 64;

/**
 * Copies what a resolver answered, so that what is judged stays what is connected to.
 *
 * @returns Empty for what is no list, or a list of very many. An entry that cannot be an address becomes the empty
 *   text, which no guard allows.
 * @spec SN21, SN37
 */
export function readAnswer(answer: unknown): readonly string[] {
  if (!Array.isArray(answer) || answer.length > maxAddresses) return [];
  return Array.from(answer, (each: unknown) => (typeof each === 'string' && each.length <= maxLength ? each : ''));
}
