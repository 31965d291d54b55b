/** A message hook, or the webhook of an APIchat channel, by its number. */
export interface DeliveryTarget {
  readonly kind: 'hook' | 'channel';
  readonly number: number;
}

const timeoutsMs: Readonly<Record<DeliveryTarget['kind'], number>> = { hook: 10_000, channel: 60_000 };

/** How long an attempt may take, from the call to the head of the answer. @spec WH15 */
export function timeoutMsOf(target: DeliveryTarget): number {
  return timeoutsMs[target.kind];
}

/** Names a target in records and logs: `hook:7`, `channel:3`. @spec WH16 */
export function targetName({ kind, number }: DeliveryTarget): string {
  return `${kind}:${number}`;
}

/** @returns `undefined` when the text names no target. @spec WH16 */
export function readTargetName(name: string): DeliveryTarget | undefined {
  const [, kind, digits] = /^(hook|channel):([1-9]\d{0,14})$/.exec(name) ?? [];
  if (digits === undefined) return undefined;
  return { kind: kind === 'hook' ? 'hook' : 'channel', number: Number(digits) };
}
