const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * @returns The uuid in lower case, or `undefined` when the value is none: such an id names nothing.
 * @spec ER5
 */
export function asUuid(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length !== 36) return undefined;
  const lower = value.toLowerCase();
  return uuidForm.test(lower) ? lower : undefined;
}
