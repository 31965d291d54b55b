const isoForm =
  /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/;

/** Tells a day that the calendar has, or a moment of such a day, as ISO 8601 writes them. @spec CU11 */
export function isIsoDate(text: string): boolean {
  const [, year, month, day] = isoForm.exec(text) ?? [];
  if (year === undefined) return false;
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${year}-${month}-${day}`);
}
