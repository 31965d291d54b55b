import { afterAll, beforeAll } from 'vitest';

/** Has the tests of a `describe` run as on a machine in this time zone. */
export function useTimeZone(zone: string): void {
  const before = process.env['TZ'];
  beforeAll(() => {
    process.env['TZ'] = zone;
  });
  afterAll(() => {
    if (before === undefined) Reflect.deleteProperty(process.env, 'TZ');
    else process.env['TZ'] = before;
  });
}
