import type { EffectOutcome, WebhookEffect } from '../../domain/conversation/effects.ts';
import { framingHeaders } from '../../domain/delivery/attempt-headers.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import { parseExactJson } from '../../domain/json/parse-exact-json.ts';
import type { EffectHost } from '../../ports/effect-host.ts';
import type { GuardedRequest, GuardedRequester, GuardedResponse } from '../../ports/guarded-requester.ts';

export interface StandardEffectHostOptions {
  /** Makes the requests of `webhook` blocks. Default: they are not handled. */
  readonly requester?: GuardedRequester;
}

/**
 * Carries out effects that need no code of the host: effects of `webhook` blocks. It leaves all others to the engine.
 *
 * @spec CV40, CV41, CV42
 * @example const engine = createEngine({ storage, runner, effects: standardEffectHost({ requester: undiciRequester() })
 * });
 */
export function standardEffectHost(options: StandardEffectHostOptions = {}): EffectHost {
  const { requester } = options;
  return {
    async carryOut(effect, { brand, userAgent }) {
      if (effect.kind !== 'webhook' || requester === undefined) return 'unhandled';
      return outcomeOf(await requester.request({ ...requestOf(effect, userAgent), group: brand }));
    },
  };
}

const maxRedirects = 5;
const acceptsJson = 'application/json, */*;q=0.1';

/** @spec CV40, CV41, CV42, CV75, CV76 */
function requestOf(
  { id, method, url, headers, body, timeoutMs, maxAnswerBytes }: WebhookEffect,
  userAgent: string,
): GuardedRequest {
  const written = Map.groupBy(headers, ({ name }) => name.toLowerCase());
  const joined = [
    ['user-agent', userAgent],
    ['accept', acceptsJson],
    ['idempotency-key', id],
  ];
  for (const [name, group] of written) {
    if (!framingHeaders.has(name)) joined.push([name, group.map(({ value }) => value).join(', ')]);
  }
  return {
    method: method as GuardedRequest['method'],
    url,
    headers: Object.fromEntries(joined),
    ...(body !== undefined && { body: new TextEncoder().encode(body) }),
    redirects: maxRedirects,
    timeoutMs,
    maxBytes: maxAnswerBytes,
  };
}

/** @spec CV40, CV77 */
function outcomeOf(answer: GuardedResponse): EffectOutcome {
  if (answer.kind !== 'answered') return { ok: false, reason: answer.kind === 'failed' ? answer.reason : answer.kind };
  const text = textOf(answer.body);
  if (text === undefined) return { ok: false, reason: 'not_text' };
  const { status, headers } = answer;
  return { ok: true, value: { status, ...(text !== '' && { body: bodyOf(text, headers['content-type']) }) } };
}

function textOf(body: Uint8Array): string | undefined {
  try {
    // In stream mode, the decoder omits an incomplete character at the end.
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true });
  } catch {
    return undefined;
  }
}

function bodyOf(text: string, contentType: string | undefined): JsonValue {
  if (contentType !== undefined && !/^[^;]*[/+]json\b/i.test(contentType)) return text;
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}
