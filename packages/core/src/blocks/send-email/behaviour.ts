import type { EffectOutcome, EmailEffect } from '../../domain/conversation/effects.ts';
import { addressesIn, readMailAddress } from '../../domain/email-address.ts';
import { isHttpUrl } from '../../domain/http-url.ts';
import { isJsonList, type JsonValue, ownMember } from '../../domain/json/json-value.ts';
import { oneLine } from '../../domain/one-line.ts';
import { plainTextOf, type RichInline, type RichText } from '../../domain/rich-text/rich-text.ts';
import { htmlOf } from '../../domain/rich-text/write-html.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { fieldName } from '../../runner/behaviour/field-writes.ts';
import { withLateReferences } from '../../runner/behaviour/late-references.ts';
import { filledParam, wordsParam } from '../../runner/behaviour/params.ts';
import { type AwaitedRequest, leave, type Transition, waitForResult } from '../../runner/behaviour/transition.ts';
import { costs } from '../../runner/budget/costs.ts';
import { fieldText, fillText, referencedValue, soleReference } from '../../runner/text/fill-text.ts';
import { mostAddresses, mostAttachments, mostSubject } from './definition.ts';

/** @spec EM2 */
export const sendEmail: BlockBehaviour = {
  block: 'send_email',
  enter: (context) => requestMail(context) ?? leave('$failed'),
  resolve: (context, outcome) =>
    leave(
      outcome.ok ? '$success' : '$failed',
      mayBeSent(outcome) ? { remembers: textsIn(context.memory['keys']) } : {},
    ),
};

/** @spec EM8 */
function mayBeSent(outcome: EffectOutcome): boolean {
  return outcome.ok || outcome.reason === 'timeout' || outcome.reason === 'host_failed';
}

/** @returns `undefined` when no mail can be made. */
function requestMail(context: ExecutionContext): Transition | undefined {
  const { params, budget } = context;
  const recipients = recipientsOf(context);
  const written = filledParam(context, 'replyTo').trim();
  const replyTo = written === '' ? undefined : readMailAddress(written);
  if (recipients === undefined || (replyTo === undefined && written !== '')) return undefined;

  const { to, cc, bcc, keys } = recipients;
  const { context: filling, late } = withLateReferences(context);
  const fromName = oneLine(filledParam(context, 'fromName'), 100);
  const subject = filledParam(filling, 'subject');
  budget.charge(subject.length * costs.searchedCharacter);
  const mail: AwaitedRequest & { readonly kind: 'email' } = {
    kind: 'email',
    to,
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    ...(replyTo !== undefined && { replyTo }),
    ...(fromName !== '' && { fromName }),
    subject: oneLine(subject, mostSubject),
    ...bodiesOf(filling),
    ...(ownMember(params, 'transcript') === true && { transcript: true as const }),
    ...(late !== undefined && { late }),
  };
  return waitForResult(mail, {}, keys.length === 0 ? {} : { keys });
}

interface Recipients {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  /** Remembered keys of the addresses that come from Fields. */
  readonly keys: readonly string[];
}

/** @returns `undefined` when an address is none, came from a Field once before, or there are too many. @spec EM3, EM8 */
function recipientsOf(context: ExecutionContext): Recipients | undefined {
  const known = new Set(context.remembered);
  const keys = new Set<string>();
  const seen = new Set<string>();
  const listed: { readonly [name in 'to' | 'cc' | 'bcc']: string[] } = { to: [], cc: [], bcc: [] };
  for (const name of ['to', 'cc', 'bcc'] as const) {
    for (const { written, isFromField } of writtenAddresses(context, name)) {
      const address = readMailAddress(written);
      if (address === undefined) return undefined;
      const key = `mail ${address.toLowerCase()}`;
      if (isFromField && known.has(key)) return undefined;
      if (isFromField) keys.add(key);
      if (!seen.has(key)) listed[name].push(address);
      seen.add(key);
      if (seen.size > mostAddresses || known.size + keys.size > mostTyped) return undefined;
    }
  }
  return listed.to.length === 0 ? undefined : { ...listed, keys: [...keys] };
}

/** Addresses from Fields of one conversation: fewer than it remembers. */
const mostTyped = 80;

interface WrittenAddress {
  readonly written: string;
  readonly isFromField: boolean;
}

/** The value of a Field is one address; each entry of a list in a Field is one. */
function* writtenAddresses({ params, fields, budget }: ExecutionContext, name: string): Generator<WrittenAddress> {
  const given = ownMember(params, name);
  for (const text of isJsonList(given) ? given : [given]) {
    if (typeof text !== 'string') continue;
    budget.charge(text.length * costs.searchedCharacter);
    for (const part of addressesIn(text)) {
      const sole = soleReference(part);
      const value = sole === undefined ? undefined : referencedValue(sole, fields);
      const parts: readonly JsonValue[] = isJsonList(value) ? value : [part];
      for (const each of parts) {
        budget.charge(costs.entry);
        const written = isJsonList(value)
          ? fieldText(each, budget).trim()
          : fillText(part, fields, maxWritten, budget).trim();
        if (written !== '') yield { written, isFromField: part.includes('@{') };
      }
    }
  }
}

/** UTF-16 units: more than an address has. */
const maxWritten = 1_024;

/** @spec EM5, EM17 */
function bodiesOf(context: ExecutionContext): Pick<EmailEffect, 'text' | 'html'> {
  const { body, rich } = wordsParam(context, 'text');
  const links = linksOf(context);
  if (rich === undefined) return { text: [body, links.join('\n')].filter((part) => part !== '').join('\n\n') };

  const all: RichText = links.length === 0 ? rich : [...rich, { t: 'p', c: links.flatMap(linkOnLine) }];
  const text = plainTextOf(all);
  context.budget.charge(text.length * costs.character);
  return { text, html: htmlOf(all) };
}

function linkOnLine(href: string, index: number): readonly RichInline[] {
  return [...(index === 0 ? [] : ['\n']), { t: 'a', href, c: [href] }];
}

/** The web addresses in the Fields that the mail attaches; no other values. @spec EM5 */
function linksOf({ params, fields, budget }: ExecutionContext): readonly string[] {
  const names = ownMember(params, 'attachments');
  if (!isJsonList(names)) return [];
  const links: string[] = [];
  for (const name of names.slice(0, mostAttachments)) {
    const value = referencedValue(fieldName(name) ?? '', fields);
    for (const address of isJsonList(value) ? value.slice(0, mostLinks) : [value]) {
      budget.charge(costs.entry);
      if (typeof address !== 'string') continue;
      budget.charge(Math.min(address.length, maxLink) * costs.parsedCharacter);
      if (address.length <= maxLink && !/\s/.test(address) && isHttpUrl(address)) links.push(address);
    }
  }
  return links;
}

const mostLinks = 20;
const maxLink = 2_048;

function textsIn(value: JsonValue | undefined): readonly string[] {
  return isJsonList(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
