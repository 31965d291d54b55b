/** The value to write for a member of a change: `undefined` leaves the column, `null` clears it. */
export function clearable<TChange extends object, TMember extends keyof TChange>(
  change: TChange,
  member: TMember,
): Exclude<TChange[TMember], undefined> | null | undefined {
  if (!Object.hasOwn(change, member)) return undefined;
  return (change[member] ?? null) as Exclude<TChange[TMember], undefined> | null;
}

/** Flags are stored as 0 and 1. */
export function bit<T extends boolean | undefined>(value: T): T extends undefined ? undefined : 0 | 1 {
  return (value === undefined ? undefined : Number(value)) as T extends undefined ? undefined : 0 | 1;
}

type Given<TColumns> = { -readonly [TName in keyof TColumns]?: Exclude<TColumns[TName], undefined> };

/** The columns with a value. Leaves out columns that are `undefined`, so that their indexes stay untouched. */
export function givenColumns<TColumns extends Readonly<Record<string, unknown>>>(columns: TColumns): Given<TColumns> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Given<TColumns>;
}
