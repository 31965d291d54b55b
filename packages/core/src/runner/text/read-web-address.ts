import { isHostName, isIpv4Address, plainDots } from '../../domain/host-name.ts';
import { visibleText } from '../../domain/visible-text.ts';
import type { TypedAnswer } from '../behaviour/question.ts';

/** UTF-16 units. */
const maxUrlLength = 2_048;

/** Scheme, host and port, path and the rest. */
const addressForm = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/?#\\]*)(.*)$/i;

/**
 * Reads the address of a page as a visitor types it, `https://` put before one without a scheme. Checks the written
 * host, since browsers read `3` and `0x10` as addresses in numbers.
 *
 * @returns The address as typed, in NFC; `undefined` for any other text.
 * @spec RN59, RN138
 */
export function readWebAddress({ typed, seen }: TypedAnswer): string | undefined {
  const [, scheme = 'https', written = ''] = addressForm.exec(seen) ?? [];
  const rest = restOf(typed, seen);
  const authority = plainDots(written);
  if (!/^https?$/i.test(scheme) || /\s/.test(rest) || !isAuthority(authority)) return undefined;
  const value = `${scheme}://${authority}${rest}`;
  return value.length <= maxUrlLength && URL.canParse(value) ? value : undefined;
}

/** A host and perhaps a port: names of one part, `localhost` and most typos, are none, and neither are credentials. */
function isAuthority(text: string): boolean {
  const host = text.replace(/:\d{0,5}$/, '');
  return /^\[[\da-f:.]+\]$/i.test(host) || isIpv4Address(host) || isHostName(host.replace(/\.$/, ''));
}

/**
 * The part after the host, in NFC and otherwise as typed: in a path, a long dash or a curly quote is not the same as a
 * plain one. Invisible characters are left out, except inner joiners, which some scripts need. If the part before is
 * drawn in other forms, the rest is, too.
 */
function restOf(typed: string, seen: string): string {
  const visible = typed
    .replace(invisibleInPath, '')
    .replace(joinersAround, '')
    .replace(/[\u2010\u2011]/g, '-')
    .normalize('NFC');
  const [head, rest] = split(visible);
  const [seenHead, seenRest] = split(seen);
  return visibleText(head) === seenHead ? rest : seenRest;
}

const invisibleInPath = /(?![\u200c\u200d])\p{DI}/gu;
const joinersAround = /^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g;

function split(address: string): readonly [head: string, rest: string] {
  const rest = addressForm.exec(address)?.[3] ?? '';
  return [address.slice(0, address.length - rest.length), rest];
}
