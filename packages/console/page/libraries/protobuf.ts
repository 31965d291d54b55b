/**
 * The part of `@bufbuild/protobuf` that formulas use: moments, durations, and the names of the other types in the
 * library of CEL. The package reads descriptors of any message at run time, which is a fifth of the page. A formula
 * makes no messages, so only these two types occur.
 *
 * @see ../../replace-libraries.ts, which substitutes this for the package.
 */

interface TimeMessage {
  readonly $typeName: string;
  readonly seconds: bigint;
  readonly nanos: number;
}

interface MessageDesc {
  readonly kind: 'message';
  readonly typeName: string;
  readonly fields: readonly FieldDesc[];
}

interface FieldDesc {
  readonly name: 'seconds' | 'nanos';
  readonly fieldKind: 'scalar';
  readonly scalar: number;
}

/** Numbers of the scalar types that `@bufbuild/cel` distinguishes, from `google/protobuf/descriptor.proto`. */
export const ScalarType = {
  INT64: 3,
  UINT64: 4,
  INT32: 5,
  FIXED64: 6,
  FIXED32: 7,
  UINT32: 13,
  SFIXED32: 15,
  SFIXED64: 16,
  SINT32: 17,
  SINT64: 18,
} as const;

const registered = new Map<string, MessageDesc>();

function message(name: string, fields: readonly FieldDesc[] = []): MessageDesc {
  const desc: MessageDesc = { kind: 'message', typeName: `google.protobuf.${name}`, fields };
  registered.set(desc.typeName, desc);
  return desc;
}

const timeFields: readonly FieldDesc[] = [
  { name: 'seconds', fieldKind: 'scalar', scalar: ScalarType.INT64 },
  { name: 'nanos', fieldKind: 'scalar', scalar: ScalarType.INT32 },
];

export const TimestampSchema = message('Timestamp', timeFields);
export const DurationSchema = message('Duration', timeFields);
export const AnySchema = message('Any');
export const StructSchema = message('Struct');
export const ValueSchema = message('Value');
export const ListValueSchema = message('ListValue');
export const DoubleValueSchema = message('DoubleValue');
export const FloatValueSchema = message('FloatValue');
export const Int64ValueSchema = message('Int64Value');
export const UInt64ValueSchema = message('UInt64Value');
export const Int32ValueSchema = message('Int32Value');
export const UInt32ValueSchema = message('UInt32Value');
export const BoolValueSchema = message('BoolValue');
export const StringValueSchema = message('StringValue');
export const BytesValueSchema = message('BytesValue');

export const file_google_protobuf_struct = {};
export const file_google_protobuf_wrappers = {};

/** Types of the parser's trees; the planner checks for them. */
export const ExprSchema = { typeName: 'cel.expr.Expr' };
export const ParsedExprSchema = { typeName: 'cel.expr.ParsedExpr' };
export const CheckedExprSchema = { typeName: 'cel.expr.CheckedExpr' };

const nullValue = { values: [{ name: 'NULL_VALUE', number: 0 }] };

export function createRegistry() {
  return {
    getMessage: (typeName: string) => registered.get(typeName),
    getEnum: (typeName: string) => (typeName === 'google.protobuf.NullValue' ? nullValue : undefined),
  };
}

export function isMessage(value: unknown, desc?: { readonly typeName: string }): boolean {
  if (value === null || typeof value !== 'object' || !('$typeName' in value)) return false;
  return typeof value.$typeName === 'string' && (desc === undefined || desc.typeName === value.$typeName);
}

export function create({ typeName }: MessageDesc, values: Partial<TimeMessage> = {}): TimeMessage {
  return { $typeName: typeName, seconds: values.seconds ?? 0n, nanos: values.nanos ?? 0 };
}

export function equals(_desc: MessageDesc, left: TimeMessage, right: TimeMessage): boolean {
  return left.seconds === right.seconds && left.nanos === right.nanos;
}

class ReflectMessage {
  readonly desc: MessageDesc;
  readonly message: TimeMessage;

  constructor(desc: MessageDesc, of: TimeMessage) {
    this.desc = desc;
    this.message = of;
  }

  get({ name }: FieldDesc): bigint | number {
    return this.message[name];
  }

  isSet({ name }: FieldDesc): boolean {
    return Number(this.message[name]) !== 0;
  }
}

export function reflect(desc: MessageDesc, of: TimeMessage = create(desc)): ReflectMessage {
  return new ReflectMessage(desc, of);
}

export function isReflectMessage(value: unknown, desc?: MessageDesc): boolean {
  return value instanceof ReflectMessage && (desc === undefined || desc.typeName === value.desc.typeName);
}

/** Lists and maps of messages, wrapper messages, and messages of any type: none occur. */
export function isReflectList(): boolean {
  return false;
}

export function isReflectMap(): boolean {
  return false;
}

export function isWrapper(): boolean {
  return false;
}

export function isWrapperDesc(): boolean {
  return false;
}

export function anyUnpack(): undefined {
  return undefined;
}

/** The range of a moment, in milliseconds since 1970. */
const earliestMs = Date.parse('0001-01-01T00:00:00Z');
const latestMs = Date.parse('9999-12-31T23:59:59Z');

/** Seconds of the longest duration: about ten thousand years. */
const longestSeconds = 315_576_000_000;

export function timestampFromMs(ms: number): TimeMessage {
  const seconds = Math.floor(ms / 1_000);
  return create(TimestampSchema, { seconds: BigInt(seconds), nanos: (ms - seconds * 1_000) * 1_000_000 });
}

export function timestampMs({ seconds, nanos }: TimeMessage): number {
  return Number(seconds) * 1_000 + Math.round(nanos / 1_000_000);
}

export function timestampDate(timestamp: TimeMessage): Date {
  return new Date(timestampMs(timestamp));
}

export function durationMs(duration: TimeMessage): number {
  return timestampMs(duration);
}

const rfc3339 = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/;

/** Reads a moment. @throws When the text is not a moment, or is outside the range. */
export function fromJson(_desc: MessageDesc, text: string): TimeMessage {
  const [, time = '', fraction = '', zone = ''] = rfc3339.exec(text) ?? [];
  const ms = Date.parse(time + zone);
  if (!(ms >= earliestMs && ms <= latestMs)) throw new RangeError('The text is no moment.');
  return create(TimestampSchema, { seconds: BigInt(ms / 1_000), nanos: Number(fraction.padEnd(9, '0')) });
}

/** Writes a moment or a duration. @throws {RangeError} when it is outside of its range. */
export function toJson({ typeName }: MessageDesc, { seconds, nanos }: TimeMessage): string {
  const digits = String(Math.abs(nanos)).padStart(9, '0');
  const fraction = nanos === 0 ? '' : `.${digits.replace(/(?:000){1,2}$/, '')}`;
  if (typeName === TimestampSchema.typeName) {
    const ms = Number(seconds) * 1_000;
    if (ms < earliestMs || ms > latestMs || nanos < 0) throw new RangeError('The moment is out of range.');
    return new Date(ms).toISOString().replace('.000Z', `${fraction}Z`);
  }
  if (Math.abs(Number(seconds)) > longestSeconds) throw new RangeError('The duration is out of range.');
  return `${seconds === 0n && nanos < 0 ? '-' : ''}${seconds}${fraction}s`;
}
