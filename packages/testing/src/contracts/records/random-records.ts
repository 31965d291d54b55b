import type { AnyKind, RecordOperation, Scalar } from '@botwright/core/ports';
import { newVersion } from './samples.ts';

export type Fields = Readonly<Record<string, unknown>>;
type Random = (below: number) => number;

const syllables = ['Ka', 'é', '%_', 'ς', 'lo', ' ', '"', '\u{1f916}', 'mi\u0301', 'a', '\ue000', "'"];

/** Records of some kinds, changed by random operations, as a store has them that follows the rules. */
export interface RandomRecords {
  readonly of: (kind: string) => readonly Fields[];
  /** Changes the copy. @returns What changes a store in the same way. */
  readonly change: () => RecordOperation;
  readonly random: Random;
}

export function randomRecords(kinds: readonly AnyKind[], random: Random): RandomRecords {
  const byKind = new Map(kinds.map((kind) => [kind.name, new Map<string, Fields>()]));
  const tableOf = (kind: string) => byKind.get(kind) as Map<string, Fields>;
  let made = 0;

  function remove(kind: AnyKind, record: Fields): void {
    tableOf(kind.name).delete(keyIn(kind.key, record));
    for (const owned of kinds.filter(({ owner }) => owner?.kind === kind.name)) {
      const mine = keyIn(kind.key, record);
      for (const each of [...tableOf(owned.name).values()]) {
        if (keyIn(owned.owner?.fields ?? [], each) === mine) remove(owned, each);
      }
    }
  }

  function make(kind: AnyKind): Fields | undefined {
    made += 1;
    const owners = [...(kind.owner === undefined ? [] : tableOf(kind.owner.kind).values())];
    const owner = owners[random(owners.length)];
    const ownerKind = kinds.find(({ name }) => name === kind.owner?.kind);
    const record: Record<string, unknown> = {};
    for (const [field, type] of Object.entries(kind.fields)) {
      const isOptional = type.endsWith('?');
      const place = kind.owner?.fields.indexOf(field) ?? -1;
      if (place >= 0) {
        const isAbsent = owner === undefined || (isOptional && random(4) === 0);
        if (!isAbsent) record[field] = owner[ownerKind?.key[place] ?? ''];
        else if (!isOptional) return undefined;
      } else if (kind.key.includes(field) || isUnique(kind, field)) {
        record[field] = type.startsWith('text') ? `${syllables[made % 7]} ${made}` : made;
      } else if (!isOptional || random(3) > 0) {
        record[field] = randomValue(kind, field, type, random);
      }
    }
    return record;
  }

  return {
    of: (kind) => [...tableOf(kind).values()],
    random,
    change() {
      for (;;) {
        const kind = kinds[random(kinds.length)] as AnyKind;
        const table = tableOf(kind.name);
        const stored = [...table.values()][random(table.size)];
        if (stored !== undefined && random(8) === 0) {
          remove(kind, stored);
          return { do: 'delete', kind: kind.name, key: kind.key.map((field) => stored[field] as Scalar) };
        }
        const next = make(kind);
        if (next === undefined) continue;
        const isChange = stored !== undefined && random(3) === 0;
        const kept = isChange ? [...kind.key, ...(kind.owner?.fields ?? [])] : [];
        const record = Object.fromEntries(
          Object.keys(kind.fields).flatMap((field) => {
            const value = kept.includes(field) ? stored?.[field] : next[field];
            return value === undefined ? [] : [[field, value]];
          }),
        );
        table.set(keyIn(kind.key, record), record);
        return { do: 'put', kind: kind.name, record, version: newVersion() };
      }
    },
  };
}

const keyIn = (fields: readonly string[], record: Fields): string =>
  JSON.stringify(fields.map((field) => record[field]));

function isUnique(kind: AnyKind, field: string): boolean {
  return Object.values(kind.unique).some(({ fields }) => fields.at(-1) === field);
}

/** Few different values, so that filters match and orders have ties. */
function randomValue(kind: AnyKind, field: string, type: string, random: Random): unknown {
  const wanted = Object.values(kind.lists).flatMap(({ only = {} }) => (field in only ? [only[field]] : []));
  if (wanted.length > 0 && random(3) > 0) return wanted[0];
  switch (type.replace('?', '')) {
    case 'boolean':
      return random(2) === 0;
    case 'integer':
      return random(5) - 1;
    case 'number':
      return random(6) / 2;
    case 'text':
    case 'document':
      return Array.from({ length: random(4) }, () => syllables[random(syllables.length)]).join('');
    default:
      return Array.from({ length: random(3) }, (_, index) => index);
  }
}
