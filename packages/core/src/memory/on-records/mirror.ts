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
  /** By kind and name, the version of each record afterwards; `undefined`: it was deleted. */
  readonly versions: Map<string, { readonly place: Place; readonly version: string | undefined }>;
}

export function nothingWritten(): Written {
  return { conditions: [], operations: [], versions: new Map() };
}

/** Rows of a queue in memory, which follow the records of a store. */
export interface Mirror {
  /** Notes that the row has changed. */
  changed(place: Place): void;
  /** Shows a record as the store has it now. */
  show(place: Place, stored: Stored | undefined): void;
  /** Shows all records that the store has now; others are absent. */
  showAll(listed: readonly Stored[]): void;
  /** The brands with rows that have changed. */
  changedBrands(): ReadonlySet<string>;
  /** Adds conditions and operations for the changed rows of a brand. */
  write(brand: string, written: Written): void;
  /** Call it when the writes are stored. */
  stored(written: Written): void;
  /** Forgets changes that are not stored; the next `show` brings the rows back. */
  lost(): void;
}

export interface MirroredRows {
  readonly kind: AnyKind;
  put(brand: string, record: Stored['record']): void;
  remove(place: Place): void;
  /** The record of a row; `undefined` without a row. */
  recordOf(place: Place): object | undefined;
}

export function createMirror({ kind, put, remove, recordOf }: MirroredRows): Mirror {
  const versions = new Map<string, { readonly place: Place; readonly version: string }>();
  /** Changed rows that are not written yet. */
  const changes = new Map<string, Place>();
  /** Changed rows that are not stored yet. */
  const unstored = new Map<string, Place>();
  const nameOf = ({ brand, key }: Place) => `${kind.name} ${key} ${brand}`;

  function show(place: Place, stored: Stored | undefined): void {
    const name = nameOf(place);
    if (versions.get(name)?.version === stored?.version) return;
    changes.delete(name);
    unstored.delete(name);
    if (stored === undefined) {
      remove(place);
      versions.delete(name);
    } else {
      put(place.brand, stored.record);
      versions.set(name, { place, version: stored.version });
    }
  }

  return {
    show,
    changed(place) {
      changes.set(nameOf(place), place);
      unstored.set(nameOf(place), place);
    },
    showAll(listed) {
      const absent = new Map(versions);
      for (const stored of listed) {
        const place = { brand: stored.brand ?? '', key: stored.record[kind.key[0] ?? ''] as Scalar };
        absent.delete(nameOf(place));
        show(place, stored);
      }
      for (const { place } of absent.values()) show(place, undefined);
    },
    changedBrands: () => new Set(Iterator.from(changes.values()).map(({ brand }) => brand)),
    write(brand, written) {
      for (const [name, place] of changes) {
        if (place.brand !== brand) continue;
        changes.delete(name);
        const key = [place.key];
        const [before, record] = [versions.get(name)?.version, recordOf(place)];
        if (!written.versions.has(name)) {
          if (before === undefined && record === undefined) continue;
          written.conditions.push({ kind: kind.name, key, version: before });
        }
        const version = record && globalThis.crypto.randomUUID();
        written.versions.set(name, { place, version });
        written.operations.push(
          record === undefined || version === undefined
            ? { do: 'delete', kind: kind.name, key }
            : { do: 'put', kind: kind.name, record: record as Stored['record'], version },
        );
      }
    },
    stored(written) {
      for (const [name, { place, version }] of written.versions) {
        if (!unstored.delete(name)) continue;
        if (version === undefined) versions.delete(name);
        else versions.set(name, { place, version });
      }
    },
    lost() {
      for (const [name, place] of unstored) {
        remove(place);
        versions.delete(name);
      }
      unstored.clear();
      changes.clear();
    },
  };
}
