import {
  type BrandConfiguration,
  type ConfigureOptions,
  configureOptionsSchema,
} from '../../domain/inputs/configuration.ts';
import { faultMessages } from '../../domain/inputs/fault-messages.ts';
import type { EngineParts } from '../engine-parts.ts';
import { byHost } from '../events/engine-events.ts';
import { stampedEvents } from '../events/engine-storage.ts';
import { applyPlanToHooks } from '../hook-plans.ts';
import { invalidParameters, readInput } from '../read-input.ts';
import { encryptWebhooks, grantChannels, releaseChannels } from './configured-channels.ts';
import { type Configuration, readConfiguration } from './read-configuration.ts';
import { tenantChanges } from './tenant-changes.ts';
import { tenantRecords } from './tenant-records.ts';

/**
 * Applies a configuration.
 *
 * The whole configuration is checked before anything is written. Then everything that is no longer declared is removed
 * first, so that a token can move to another owner. If the process dies on the way, applying the configuration again
 * completes it.
 *
 * @throws {EngineError} `invalid_parameters`, `field_not_described`; `dependency_failed` when the plan of a brand
 *   cannot be read, which is the last step
 * @spec PE6, PE7, PE8, PE10, CH21, CH22, CH23, CH24, CH25, HK19, TN10, TN11, TN12, TN13, TN17
 */
export async function configure(
  parts: EngineParts,
  brands: readonly BrandConfiguration[],
  options?: ConfigureOptions,
): Promise<void> {
  const tenants = tenantRecords(parts.storage);
  const { exactly = false } = readInput(configureOptionsSchema, options ?? {});
  const wanted = readConfiguration(parts, brands);
  const present = exactly ? (await tenants.listBrands()).map(({ name }) => name) : [];
  const former = present.filter((name) => !wanted.channels.has(name));
  const touched = new Set([...former, ...wanted.channels.keys()]);
  await requireFreeTokens(parts, wanted, touched);
  const channels = new Map(
    [...wanted.channels].map(([brand, given]) => [brand, encryptWebhooks(parts, brand, given)] as const),
  );

  for (const brand of touched) await releaseChannels(parts, brand, channels.get(brand) ?? []);
  const events = [
    ...former.flatMap((brand) => stampedEvents(parts.clock, { brand, by: byHost }, [{ type: 'brand.removed' }])),
    ...[...channels.keys()].flatMap((brand) =>
      stampedEvents(parts.clock, { brand, by: byHost }, [{ type: 'brand.changed' }]),
    ),
  ];
  await tenantChanges(parts.storage.raising(events)).configure(wanted, exactly ? 'removed' : 'unchanged');
  parts.events.publish(events);
  for (const [brand, given] of channels) await grantChannels(parts, brand, given);
  for (const brand of channels.keys()) await applyPlanToHooks(parts, brand);
}

/**
 * Refuses tokens that belong to another channel or agent, unless a configuration declared that owner for a brand that
 * this configuration names. A token that was created at run time can be declared for its own brand.
 *
 * @spec CH9, CH19, CH27, TN12, TN13
 */
async function requireFreeTokens(
  { storage }: EngineParts,
  { fieldByHash, tokens }: Configuration,
  touched: ReadonlySet<string>,
): Promise<void> {
  const tenants = tenantRecords(storage);
  for (const [hash, field] of fieldByHash) {
    const holder = await tenants.findTokenHolder(hash);
    if (holder === undefined) continue;
    const { brand, channelNumber } = holder;
    if (channelNumber === undefined) {
      const held = (await tenants.listTokens(brand)).find((token) => token.hash === hash);
      const isDeclaredAgain = tokens.some((token) => token.hash === hash && token.brand === brand);
      const isFree = held?.addedAtRunTime ? isDeclaredAgain : touched.has(brand);
      if (!isFree) throw invalidParameters(field, faultMessages.tokenTaken);
    } else {
      const channel = await storage.reads(brand).load({ kind: 'channel', number: channelNumber });
      const isFree = channel === undefined || (channel.configured && touched.has(brand));
      if (!isFree) throw invalidParameters(field, faultMessages.tokenTaken);
    }
  }
}
