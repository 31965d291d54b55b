import type { SecureContext } from 'node:tls';
import type { AddressPolicy } from '../guard/address-policy.ts';
import type { Target } from '../guard/check-target.ts';
import { findAddresses } from '../look-up/find-addresses.ts';
import type { LookUps } from '../look-up/look-ups.ts';
import type { Bound } from './bounds.ts';
import { openTcp } from './open-tcp.ts';
import { openTls } from './open-tls.ts';
import { failed, type Opening } from './opening.ts';
import { type EgressProxy, openTunnel } from './tunnel.ts';

export interface ConnectionOptions {
  readonly policy: AddressPolicy;
  readonly lookUps: LookUps;
  readonly proxy: EgressProxy | undefined;
  readonly context: SecureContext;
}

/**
 * Opens the connection of an attempt, TLS included, to a target with a checked URL. When `bound` stops, it fails
 * immediately with `connect`; the caller reads the true reason from the bound.
 */
export async function openConnection(
  target: Target,
  options: ConnectionOptions & { /** The group of the look-up. */ readonly group: string },
  bound: Bound,
): Promise<Opening> {
  if (bound.stopped !== undefined) return failed('connect');
  const plain = await (options.proxy === undefined
    ? openGuarded(target, options, bound)
    : openTunnel(target, options.proxy, options, bound));
  if (plain.kind === 'failed' || !target.isTls) return plain;
  return openTls(plain.socket, target.host, options.context, bound);
}

/** @spec SN20, SN21, SN22 */
async function openGuarded(
  target: Target,
  { policy, lookUps, group }: ConnectionOptions & { readonly group: string },
  bound: Bound,
): Promise<Opening> {
  const addresses = target.isAddress ? [target.host] : await findAddresses(target.host, { lookUps, group, bound });
  if (addresses.length === 0) return failed('connect');
  if (!addresses.every(policy.allows)) return failed('blocked');
  return openTcp({ host: target.host, port: target.port, addresses }, policy.allows, bound);
}
