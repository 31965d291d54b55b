import { createHmac } from 'node:crypto';
import type { Clock, WebhookRequest } from '@botwright/core/ports';

export interface SignatureOptions {
  /**
   * The secrets of a request's target, each `whsec_` and the base64 of 24 to 64 bytes. Use another secret for each
   * target: a target that can check a signature can also make one. Give two while one replaces the other; without a
   * secret the request is not signed.
   */
  secretsFor(request: WebhookRequest): readonly string[];
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
}

const shortestSecret = 24;
const longestSecret = 64;

/**
 * The headers of Standard Webhooks 1.0.0 for one attempt: all attempts share the id and the body; the timestamp
 * differs.
 *
 * @returns `undefined` when a secret or the id is unusable: do not send the request.
 * @spec SN31, SN32, SN33, SN34
 */
export function signRequest(
  request: WebhookRequest,
  options: SignatureOptions,
): Readonly<Record<string, string>> | undefined {
  const keys = keysFor(request, options);
  if (keys === undefined || !/^[\x21-\x2d\x2f-\x7e]+$/.test(request.id)) return undefined;
  if (keys.length === 0) return {};

  const seconds = Math.floor((options.clock?.now() ?? Date.now()) / 1_000);
  const signatures = keys.map((key) => {
    const content = createHmac('sha256', key).update(`${request.id}.${seconds}.`).update(request.body);
    return `v1,${content.digest('base64')}`;
  });
  return {
    'webhook-id': request.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}

function keysFor(request: WebhookRequest, { secretsFor }: SignatureOptions): readonly Buffer[] | undefined {
  try {
    const keys = secretsFor(request).map(parseSecret);
    return keys.every((key) => key !== undefined) ? keys : undefined;
  } catch {
    return undefined;
  }
}

function parseSecret(secret: string): Buffer | undefined {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const key = Buffer.from(encoded ?? '', 'base64');
  return key.length >= shortestSecret && key.length <= longestSecret ? key : undefined;
}
