import { isReservedFieldName } from '@botwright/core/diagram';

/** In code points. */
const longestName = 255;

/** The name of a Field for a wanted one: legal, and not yet used. @spec IM13 */
export function freeFieldName(wanted: string, used: ReadonlySet<string>): string {
  const legal = [...wanted.replace(/[{}\p{Cc}\p{Cs}]/gu, '').trim()].slice(0, longestName - 8).join('') || 'field';
  for (let nth = 1; ; nth += 1) {
    const name = nth === 1 ? legal : `${legal}_${nth}`;
    if (!used.has(name) && !isReservedFieldName(name)) return name;
  }
}

/** Gives each variable a Field of its own, and the same one whenever it is asked. @spec IM13 */
export function fieldNamer(): (id: string, wanted: string) => string {
  const fields = new Map<string, string>();
  const used = new Set<string>();
  return (id, wanted) => {
    const known = fields.get(id);
    if (known !== undefined) return known;
    const name = freeFieldName(wanted, used);
    used.add(name);
    fields.set(id, name);
    return name;
  };
}
