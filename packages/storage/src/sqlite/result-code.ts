/** Names of the result codes that the store distinguishes. */
const names: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  13: 'SQLITE_FULL',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
};

/**
 * Finds the name of the extended result code of SQLite, whichever driver threw the error. An extended code that the
 * store does not distinguish gives the name of its primary code.
 */
export function resultCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error) {
    const code = Number(error.errcode);
    return names[code] ?? names[code & 0xff];
  }
  const { code } = error as { readonly code?: unknown };
  return Object.values(names).find(
    (name) => typeof code === 'string' && (code === name || code.startsWith(`${name}_`)),
  );
}
