import type { EffectOutcome, EmailEffect } from '../../domain/conversation/effects.ts';
import { readMailAddress } from '../../domain/email-address.ts';
import { htmlOf } from '../../domain/rich-text/write-html.ts';
import { sha256 } from '../../node/hash.ts';
import type { EffectHost, EffectPlace } from '../../ports/effect-host.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { EngineParts } from '../engine-parts.ts';
import { replayForMs } from '../idempotent-request.ts';
import { reserveKey } from '../request-keys.ts';
import { writeOnly } from '../use-case/use-case.ts';
import { transcriptOf } from './transcript.ts';

type MailParts = Pick<EngineParts, 'storage' | 'clock' | 'ids' | 'limits'>;

/**
 * Carries out mails of bots; `undefined` without a mailer.
 *
 * @throws {TypeError} when an option is invalid.
 * @spec EM6, EM7, EM9, EM10, EM11
 */
export function mailEffectHost(
  parts: MailParts,
  { mailer, mailFrom }: Pick<EngineOptions, 'mailer' | 'mailFrom'>,
): EffectHost | undefined {
  if (mailer === undefined) return undefined;
  if (typeof mailer.send !== 'function') throw new TypeError('The option mailer is an object with a function `send`.');
  if (typeof mailFrom !== 'function' && readMailAddress(mailFrom ?? '') === undefined) {
    throw new TypeError('The option mailFrom is an email address, or a function from a brand to one.');
  }
  return {
    async carryOut(effect, place) {
      if (effect.kind !== 'email') return 'unhandled';
      const from = typeof mailFrom === 'function' ? mailFrom(place.brand) : mailFrom;
      if (from === undefined) return { ok: false, reason: 'no_sender' };
      return once(parts, place.brand, { path: 'mail', key: effect.id }, async () => {
        const counting = { path: 'mail counted', key: effect.id };
        const counted = await once(parts, place.brand, counting, () => count(parts, place));
        if (!counted.ok) return counted;
        const { brand, workspace, signal } = place;
        const mail = {
          ...withTranscript(mailOf(effect), effect.transcript === true ? await transcriptOf(parts, place) : ''),
          from,
        };
        const result = await mailer.send(mail, { id: effect.id, brand, workspace, signal });
        return result.kind === 'sent' ? { ok: true } : { ok: false, reason: result.reason };
      });
    },
  };
}

function mailOf({ id: _, node: __, awaited: ___, kind: ____, transcript: _____, late: ______, ...mail }: EmailEffect) {
  return mail;
}

/** @spec EM7, EM17 */
function withTranscript(mail: ReturnType<typeof mailOf>, transcript: string): ReturnType<typeof mailOf> {
  if (transcript === '') return mail;
  const { text, html } = mail;
  const parts = (body: string, added: string) => [body, added].filter((part) => part !== '').join('\n\n');
  return {
    ...mail,
    text: parts(text, transcript),
    ...(html !== undefined && { html: parts(html, htmlOf([{ t: 'p', c: [transcript] }])) }),
  };
}

/**
 * Does work that succeeds once for an effect: a repetition has the stored success. A failure is not stored.
 *
 * Race rule: if two workers do the work, only one stores its success.
 *
 * @spec EM9, EM11
 */
async function once(
  { storage, clock, ids }: MailParts,
  brand: string,
  { path, key }: { readonly path: string; readonly key: string },
  work: () => Promise<EffectOutcome>,
): Promise<EffectOutcome> {
  // No person has this number, and no path of a request has this form.
  const request = { person: 0, path, key };
  const run = ids.uuid();
  const now = clock.now();
  // A lease that ends immediately: the lease of the conversation keeps other workers away.
  const terms = { fingerprint: '', run, now, leaseUntil: now, replayForMs };
  const reservation = await storage.perform(brand, () => reserveKey({ ...request, ...terms }));
  if (reservation.kind === 'replay') return { ok: true };
  const outcome = await work();
  if (!outcome.ok) return outcome;
  const operations = [{ kind: 'completeRequest', request, run, response: '', at: clock.now() }] as const;
  await storage.perform(brand, () => writeOnly({ operations }, undefined));
  return outcome;
}

const hourMs = 60 * 60 * 1_000;

/** @spec EM10 */
async function count(
  { storage, clock, limits }: MailParts,
  { brand, customerNumber }: EffectPlace,
): Promise<EffectOutcome> {
  const bounds = [
    [['mails of a conversation', brand, customerNumber], limits.maxConversationMails, 'too_many_in_conversation'],
    [['mails of a brand', brand], limits.maxBrandMails, 'too_many_of_brand'],
  ] as const;
  for (const [key, limit, reason] of bounds) {
    const request = { limit, windowMs: hourMs, now: clock.now() };
    const isAdmitted =
      limit > 0 && (await storage.rateLimiter.admit(sha256(JSON.stringify(key)), request)).kind === 'admitted';
    if (!isAdmitted) return { ok: false, reason };
  }
  return { ok: true };
}
