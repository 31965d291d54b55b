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
};

/** Describes why a delivery ended; shows an unknown reason by its name. */
export function reasonText(reason: string): string {
  return reasons[reason] ?? reason;
}

/** The outcome of an attempt. */
export function attemptText({ status, error }: Pick<DeliveryAttempt, 'status' | 'error'>): string {
  if (status !== undefined) return `Answered ${status}`;
  const text = reasonText(error ?? 'No answer');
  return text.charAt(0).toUpperCase() + text.slice(1);
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
