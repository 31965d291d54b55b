import type { AnyKind } from '../../ports/record-kind.ts';
import type { RecordCondition, RecordOperation, Scalar, Stored } from '../../ports/record-store.ts';

/** A record of a brand. */
export interface Place {
  readonly brand: string;
  readonly key: Scalar;
}

/** Conditions and operations that store the changed rows of one brand. */
export interface Written {
  readonly conditions: RecordCondition[];
  readonly operations: RecordOperation[];
}

/** Rows of a queue in memory, for one call: the records of a store that were shown, and their changes. */
export interface Mirror {
  /** Forgets the rows of the call before, and shows these records. */
  begin(listed?: readonly Stored[]): void;
  /** Shows a record, unless it was shown before: a condition on its version tells whether it is still current. */
  show(place: Place, stored: Stored | undefined): void;
  /** Notes that the row has changed. */
  changed(place: Place): void;
  /** The brands with rows that have changed. */
  changedBrands(): ReadonlySet<string>;
  /** Adds conditions and operations for the rows of a brand that have changed since the last call. */
  write(brand: string, written: Written): void;
}

export interface MirroredRows {
  readonly kind: AnyKind;
  clear(): void;
  put(brand: string, record: Stored['record']): void;
  /** The record of a row; `undefined` without a row. */
  recordOf(place: Place): object | undefined;
}

export function createMirror({ kind, clear, put, recordOf }: MirroredRows): Mirror {
  /** The version of each record that was shown; `undefined`: there was none. */
  const shown = new Map<string, string | undefined>();
  /** Changed rows that are not written yet. */
  const changes = new Map<string, Place>();
  const conditioned = new Set<string>();
  const nameOf = ({ brand, key }: Place) => `${key} ${brand}`;

  function show(place: Place, stored: Stored | undefined): void {
    const name = nameOf(place);
    if (shown.has(name)) return;
    shown.set(name, stored?.version);
    if (stored !== undefined) put(place.brand, stored.record);
  }

  return {
    show,
    begin(listed = []) {
      clear();
      for (const each of [shown, changes, conditioned]) each.clear();
      for (const stored of listed) {
        show({ brand: stored.brand ?? '', key: stored.record[kind.key[0] ?? ''] as Scalar }, stored);
      }
    },
    changed: (place) => void changes.set(nameOf(place), place),
    changedBrands: () => new Set(Iterator.from(changes.values()).map(({ brand }) => brand)),
    write(brand, { conditions, operations }) {
      for (const [name, place] of changes) {
        if (place.brand !== brand) continue;
        changes.delete(name);
        const key = [place.key];
        const [version, record] = [shown.get(name), recordOf(place)];
        if (!conditioned.has(name)) {
          if (version === undefined && record === undefined) continue;
          conditioned.add(name);
          conditions.push({ kind: kind.name, key, version });
        }
        operations.push(
          record === undefined
            ? { do: 'delete', kind: kind.name, key }
            : { do: 'put', kind: kind.name, record: { ...record }, version: globalThis.crypto.randomUUID() },
        );
      }
    },
  };
}
