import type { BrandConfiguration } from '../engine.ts';
import { invalidParameters } from '../input/read-input.ts';
import { settleHooks } from '../plans/settle-hooks.ts';
import type { Parts } from '../scope.ts';
import { grantChannels, releaseChannels, sealChannels } from './apply-channels.ts';
import { type Configuration, readConfiguration } from './read-configuration.ts';

/**
 * Makes the installation what the configuration says.
 *
 * It is read and judged whole before anything is written. Then what is no longer wanted goes first, so that a token
 * can move; when the process dies on the way, applying the configuration again completes it.
 *
 * @throws {EngineError} `invalid_parameters`, `field_not_described`; `dependency_failed` when the plan of a brand
 * cannot be asked, which is the last step
 * @spec PE6, PE7, PE8, PE10, CH21, CH22, CH23, CH24, CH25, HK19
 */
export async function configure(parts: Parts, brands: readonly BrandConfiguration[]): Promise<void> {
  const { installation } = parts.storage;
  const wanted = readConfiguration(parts, brands);
  await requireFreeTokens(parts, wanted);
  const channels = new Map(
    [...wanted.channels].map(([brand, given]) => [brand, sealChannels(parts, brand, given)] as const),
  );

  const former = (await installation.listBrands()).map(({ name }) => name);
  for (const brand of new Set([...former, ...channels.keys()])) {
    await releaseChannels(parts, brand, channels.get(brand) ?? []);
  }
  await installation.configure({ brands: wanted.brands, tokens: wanted.tokens });
  for (const [brand, given] of channels) await grantChannels(parts, brand, given);
  for (const brand of channels.keys()) await settleHooks(parts, brand);
}

/**
 * A token of a channel that was not configured stays that channel's.
 *
 * @spec CH9, CH19, CH27
 */
async function requireFreeTokens({ storage }: Parts, { fieldByHash }: Configuration): Promise<void> {
  for (const [hash, field] of fieldByHash) {
    const holder = await storage.installation.findTokenHolder(hash);
    if (holder === undefined) continue;
    const channel = await storage.reader(holder.brand).channels.find(holder.channelNumber);
    if (channel !== undefined && !channel.configured) throw invalidParameters(field, 'A channel has this token.');
  }
}
