import { type CelFunc, CelScalar, celMethod, objectType } from '@bufbuild/cel';
import { TimestampSchema, timestampMs } from '@bufbuild/protobuf/wkt';
import type { CurrentEvaluation, Evaluation } from './evaluation.ts';

const msPerDay = 86_400_000;

/** The cost of one reading of the clock of a zone, in units of a formula's budget. */
const unitsPerReading = 24;

/** Parts of a moment by the names of CEL, read from a `Date` whose UTC time is the local time of the zone. */
const parts: readonly (readonly [name: string, read: (clock: Date) => number])[] = [
  ['getFullYear', (clock) => clock.getUTCFullYear()],
  ['getMonth', (clock) => clock.getUTCMonth()],
  ['getDate', (clock) => clock.getUTCDate()],
  ['getDayOfMonth', (clock) => clock.getUTCDate() - 1],
  ['getDayOfWeek', (clock) => clock.getUTCDay()],
  [
    'getDayOfYear',
    (clock) => Math.floor((clock.getTime() - new Date(0).setUTCFullYear(clock.getUTCFullYear())) / msPerDay),
  ],
  ['getHours', (clock) => clock.getUTCHours()],
  ['getMinutes', (clock) => clock.getUTCMinutes()],
  ['getSeconds', (clock) => clock.getUTCSeconds()],
  ['getMilliseconds', (clock) => clock.getUTCMilliseconds()],
];

/**
 * Functions that read the parts of a moment in UTC, or in a zone that the formula names. The library's own functions
 * use the time zone of the machine, and are an hour off when that zone changes to summer time.
 *
 * @spec RN97
 */
export function timeParts(evaluation: CurrentEvaluation): CelFunc[] {
  const { INT, STRING } = CelScalar;
  const timestamp = objectType(TimestampSchema);
  return parts.flatMap(([name, read]) => [
    celMethod(name, timestamp, [], INT, function () {
      return BigInt(read(new Date(timestampMs(this.message))));
    }),
    celMethod(name, timestamp, [STRING], INT, function (zone) {
      const time = timestampMs(this.message);
      return BigInt(read(new Date(time + offsetOf(zone, time, evaluation()))));
    }),
  ]);
}

/** Milliseconds that a zone, `Europe/Berlin` or `+02:00`, is ahead of UTC at a moment. */
function offsetOf(zone: string, time: number, { budget, zone: formatOf }: Evaluation): number {
  const [, sign, hours, minutes] = /^([+-]?)(\d\d):(\d\d)$/.exec(zone) ?? [];
  if (hours !== undefined) return (sign === '-' ? -60_000 : 60_000) * (Number(hours) * 60 + Number(minutes));
  budget.spend(unitsPerReading);
  return offsetAt(formatOf(zone), time);
}

/** The cost of making the format of a zone and using it once, in units of the step's budget. */
export const zonePrice = 6_000;

/** Makes the format that shows the local time of a zone. @throws {RangeError} when there is no such zone. @spec RN125 */
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

/** Milliseconds that the zone of a format is ahead of UTC at a moment. */
function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const part = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(part.get(type));
  const year = part.get('era') === 'BC' ? 1 - number('year') : number('year');
  const clock = new Date(0).setUTCFullYear(year, number('month') - 1, number('day'));
  const inDay = ((number('hour') * 60 + number('minute')) * 60 + number('second')) * 1_000;
  return clock + inDay - Math.floor(time / 1_000) * 1_000;
}
