import type { Delivery, DeliveryAttempt, DeliveryState } from '../api/console-records.ts';
import type { BadgeTone } from '../parts/badge.tsx';

export const stateWords: Readonly<Record<DeliveryState, { readonly label: string; readonly tone: BadgeTone }>> = {
  pending: { label: 'Waiting', tone: 'warning' },
  delivered: { label: 'Delivered', tone: 'success' },
  dead: { label: 'Given up', tone: 'danger' },
};

const reasons: Readonly<Record<string, string>> = {
  exhausted: 'all attempts were refused',
  connect: 'there was no connection',
  tls: 'the connection was not secure',
  timeout: 'there was no answer in time',
  blocked: 'the address is not allowed',
  disabled: 'the hook was deleted or switched off',
  refused: 'the platform refused it',
  later: 'the platform was busy',
  thrown: 'the transport failed',
};

/** Describes why a delivery ended; shows an unknown reason by its name. */
export function reasonText(reason: string): string {
  return reasons[reason] ?? reason;
}

/** The outcome of an attempt. Without a status or an error, a transport delivered. */
export function attemptText({ status, error, detail }: Pick<DeliveryAttempt, 'status' | 'error' | 'detail'>): string {
  if (status !== undefined) return `Answered ${status}`;
  if (error === undefined) return 'Delivered';
  const text = reasonText(error);
  return text.charAt(0).toUpperCase() + text.slice(1) + (detail === undefined ? '' : `: ${detail}`);
}

/** The target of a delivery. */
export function targetText({ target }: Pick<Delivery, 'target'>): string {
  const kinds: Readonly<Record<string, string>> = { hook: 'Message hook', channel: 'Channel' };
  return `${kinds[target.kind] ?? target.kind} ${target.number}`;
}

/** A readable body: JSON is indented. */
export function bodyText(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
