import {
  type CelFunc,
  type CelList,
  type CelMap,
  CelScalar,
  type CelValue,
  celFunc,
  isCelList,
  isCelMap,
  isCelType,
  isCelUint,
  listType,
} from '@bufbuild/cel';
import { isMessage } from '@bufbuild/protobuf';
import { isReflectMessage } from '@bufbuild/protobuf/reflect';
import { DurationSchema, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { isSameNumber } from '../../domain/number-text.ts';

const { BOOL, DOUBLE, DYN, INT, UINT } = CelScalar;

const orders: readonly (readonly [name: string, holds: (order: number) => boolean])[] = [
  ['_<_', (order) => order < 0],
  ['_<=_', (order) => order <= 0],
  ['_>_', (order) => order > 0],
  ['_>=_', (order) => order >= 0],
];

/** Two whole numbers are compared exactly by the library. */
const withDecimals = [
  [DOUBLE, DOUBLE],
  [INT, DOUBLE],
  [DOUBLE, INT],
  [UINT, DOUBLE],
  [DOUBLE, UINT],
] as const;

/**
 * Comparisons in which numbers with the same decimal notation are equal, also within lists and maps: `0.1 * 3 == 0.3`.
 *
 * @spec RN149
 */
export const comparisons: CelFunc[] = [
  celFunc('_==_', [DYN, DYN], BOOL, isSameValue),
  celFunc('_!=_', [DYN, DYN], BOOL, (left, right) => !isSameValue(left, right)),
  celFunc('@in', [DYN, listType(DYN)], BOOL, (value, list) => {
    for (const entry of list) if (isSameValue(entry, value)) return true;
    return false;
  }),
  ...orders.flatMap(([name, holds]) =>
    withDecimals.map((types) =>
      celFunc(name, [...types], BOOL, (left, right) => {
        const [one, other] = [numberIn(left), numberIn(right)];
        return one !== undefined && other !== undefined && holds(numberOrder(one, other));
      }),
    ),
  ),
];

/** Below 0 when the first is less, above when it is greater, and `NaN` unless both are numbers. @spec RN149 */
export function numberOrder(left: number | bigint, right: number | bigint): number {
  if (left === right || isSameDecimal(left, right)) return 0;
  if (left < right) return -1;
  return left > right ? 1 : Number.NaN;
}

/** A whole number that no `double` holds equals no decimal. */
function isSameDecimal(left: number | bigint, right: number | bigint): boolean {
  if (typeof left === 'bigint' && typeof right === 'bigint') return false;
  if (typeof left === 'number' && typeof right === 'number') return isSameNumber(left, right);
  const [one, other] = [Number(left), Number(right)];
  const isExact = typeof left === 'number' || BigInt(one) === left;
  const isOtherExact = typeof right === 'number' || BigInt(other) === right;
  return isExact && isOtherExact && isSameNumber(one, other);
}

/** @returns `undefined` for a value that is not a number. */
export function numberIn(value: CelValue | undefined): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  return isCelUint(value) ? value.value : undefined;
}

/** Compares values as CEL does, except numbers. The only messages of formulas are moments and durations. */
function isSameValue(left: CelValue, right: CelValue): boolean {
  if (left === right) return true;
  const [one, other] = [numberIn(left), numberIn(right)];
  if (one !== undefined && other !== undefined) return numberOrder(one, other) === 0;
  if (left instanceof Uint8Array) return right instanceof Uint8Array && String(left) === String(right);
  if (isCelList(left)) return isCelList(right) && isSameList(left, right);
  if (isCelMap(left)) return isCelMap(right) && isSameMap(left, right);
  if (isCelType(left)) return isCelType(right) && left.kind === right.kind && left.name === right.name;
  const [time, otherTime] = [timeIn(left), timeIn(right)];
  return time !== undefined && time === otherTime;
}

function isSameList(left: CelList, right: CelList): boolean {
  if (left.size !== right.size) return false;
  for (let at = 0; at < left.size; at += 1) {
    if (!isSameValue(left.get(at) as CelValue, right.get(at) as CelValue)) return false;
  }
  return true;
}

function isSameMap(left: CelMap, right: CelMap): boolean {
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    const other = right.get(key);
    if (other === undefined || !isSameValue(value, other)) return false;
  }
  return true;
}

function timeIn(value: CelValue): string | undefined {
  if (!isReflectMessage(value)) return undefined;
  const { message } = value;
  if (!isMessage(message, TimestampSchema) && !isMessage(message, DurationSchema)) return undefined;
  return `${message.$typeName} ${message.seconds} ${message.nanos}`;
}
