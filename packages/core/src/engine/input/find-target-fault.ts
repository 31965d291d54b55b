import { isHttpUrl } from '../../domain/input/is-http-url.ts';
import type { Parts } from '../scope.ts';

/**
 * Finds why an address cannot be stored as one that is sent to. Where there is no sender, who may be reached is
 * for whoever sends.
 *
 * @returns `undefined` when it can.
 * @spec CH10, CH11, HK5, HK16
 */
export function findTargetFault({ sender }: Pick<Parts, 'sender'>, url: string): string | undefined {
  const verdict = isHttpUrl(url) ? (sender?.judgeTarget(url) ?? 'accepted') : 'malformed';
  if (verdict === 'accepted') return undefined;
  return verdict === 'blocked'
    ? 'This address is not one that may be reached from here.'
    : 'Expected an absolute http or https address without credentials.';
}
