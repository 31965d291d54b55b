import { type CelFunc, CelScalar, celMethod, objectType } from '@bufbuild/cel';
import { TimestampSchema, timestampMs } from '@bufbuild/protobuf/wkt';
import type { CurrentEvaluation, Evaluation } from './evaluation.ts';
import { offsetAt } from './zone-clock.ts';

const msPerDay = 86_400_000;

/** Units of a formula's work that reading the clock of a zone takes. */
const unitsPerReading = 24;

/** Parts of a moment by the names that CEL gives them, read from a `Date` whose UTC shows the wanted clock. */
const parts: readonly (readonly [name: string, read: (clock: Date) => number])[] = [
  ['getFullYear', (clock) => clock.getUTCFullYear()],
  ['getMonth', (clock) => clock.getUTCMonth()],
  ['getDate', (clock) => clock.getUTCDate()],
  ['getDayOfMonth', (clock) => clock.getUTCDate() - 1],
  ['getDayOfWeek', (clock) => clock.getUTCDay()],
  ['getDayOfYear', (clock) => Math.floor((clock.getTime() - startOfYear(clock)) / msPerDay)],
  ['getHours', (clock) => clock.getUTCHours()],
  ['getMinutes', (clock) => clock.getUTCMinutes()],
  ['getSeconds', (clock) => clock.getUTCSeconds()],
  ['getMilliseconds', (clock) => clock.getUTCMilliseconds()],
];

/**
 * Reads the parts of a moment in UTC, or in a zone that the formula names. The library's own go through the time
 * zone of the machine, and are an hour off where that zone skips one.
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

function startOfYear(clock: Date): number {
  return new Date(0).setUTCFullYear(clock.getUTCFullYear());
}

/** Milliseconds that clocks of a zone, `Europe/Berlin` or `+02:00`, are ahead of UTC at a moment. */
function offsetOf(zone: string, time: number, { budget, zone: formatOf }: Evaluation): number {
  const [, sign, hours, minutes] = /^([+-]?)(\d\d):(\d\d)$/.exec(zone) ?? [];
  if (hours !== undefined) return (sign === '-' ? -60_000 : 60_000) * (Number(hours) * 60 + Number(minutes));
  budget.spend(unitsPerReading);
  return offsetAt(formatOf(zone), time);
}
