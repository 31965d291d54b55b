/** What making the format of a zone takes, its first reading included, in units of work. */
export const zonePrice = 6_000;

/** Shows the clock of a zone. @throws {RangeError} when there is no such zone. @spec RN125 */
export function createZoneFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

/** Milliseconds that the clock of a zone is ahead of UTC at a moment. */
export function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const part = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(part.get(type));
  const year = part.get('era') === 'BC' ? 1 - number('year') : number('year');
  const clock = new Date(0).setUTCFullYear(year, number('month') - 1, number('day'));
  const inDay = ((number('hour') * 60 + number('minute')) * 60 + number('second')) * 1_000;
  return clock + inDay - Math.floor(time / 1_000) * 1_000;
}
