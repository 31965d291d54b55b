import type * as v from 'valibot';
import type { DeliveryOrder } from '../../domain/delivery/delivery-order.ts';
import { type BrandConfiguration, configurationSchema, onlyOf } from '../../domain/inputs/configuration.ts';
import { permissions } from '../../domain/principal.ts';
import { sha256 } from '../../node/hash.ts';
import type { AgentRecord, AgentTokenRecord, BrandRecord } from '../../records/tenants.ts';
import type { EngineParts } from '../engine-parts.ts';
import { findTargetFault, readInput } from '../read-input.ts';

type GivenBrand = v.InferOutput<ReturnType<typeof configurationSchema>>[number];

/** A channel that a configuration declares. */
export interface ConfiguredChannel {
  readonly type: string;
  readonly name: string;
  readonly workspace: number;
  readonly tokenHash?: string;
  readonly webhookUrl?: string;
  readonly webhookOrder?: DeliveryOrder;
  /** Its path in the configuration, such as `0.channels.1`. */
  readonly field: string;
}

export interface Configuration {
  readonly brands: readonly BrandRecord[];
  readonly tokens: readonly AgentTokenRecord[];
  /** By brand. */
  readonly channels: ReadonlyMap<string, readonly ConfiguredChannel[]>;
  /** Every token of agents and channels, by hash, with the field that it was given in. */
  readonly fieldByHash: ReadonlyMap<string, string>;
}

/**
 * Checks and converts a configuration. The result has hashes in place of tokens.
 *
 * @throws {EngineError} `invalid_parameters`, `field_not_described`
 * @spec PE7, PE8, PE10, CH21
 */
export function readConfiguration(
  { channelFamilies, sender }: Pick<EngineParts, 'channelFamilies' | 'sender'>,
  brands: readonly BrandConfiguration[],
): Configuration {
  const targetFault = (url: string) => findTargetFault(sender, url);
  const given = readInput(configurationSchema({ channelFamilies, targetFault }), brands);
  const fieldByHash = new Map<string, string>();
  const takeToken = (token: string, field: string): string => {
    const hash = sha256(token);
    fieldByHash.set(hash, field);
    return hash;
  };
  return {
    brands: given.map((brand) => {
      const { tokens: _, channels: __, ...settings } = brand;
      return { ...settings, agents: agentsOf(brand) };
    }),
    tokens: given.flatMap((brand, index) =>
      brand.tokens.map(({ token, ...grants }, at) => {
        const hash = takeToken(token, `${index}.tokens.${at}.token`);
        return { hash, brand: brand.name, permissions, ...grants };
      }),
    ),
    channels: new Map(
      given.map(({ name: brand, workspaces, channels }, index) => [
        brand,
        channels.map(({ name, token, workspace = onlyOf(workspaces), ...channel }, at) => {
          const field = `${index}.channels.${at}`;
          return {
            ...channel,
            name: name.trim(),
            workspace: workspace as number,
            field,
            ...(token !== undefined && { tokenHash: takeToken(token, `${field}.token`) }),
          };
        }),
      ]),
    ),
    fieldByHash,
  };
}

/** The named agents, then the persons of tokens that are not named. @spec PE10 */
function agentsOf({ agents, tokens }: GivenBrand): readonly AgentRecord[] {
  const byId = new Map<number, AgentRecord>(agents.map((agent) => [agent.id, agent]));
  for (const { person } of tokens) {
    if (!byId.has(person)) byId.set(person, { id: person, name: '', email: '' });
  }
  return [...byId.values()];
}

type ChannelKey = Pick<ConfiguredChannel, 'type' | 'name' | 'workspace'>;

/** Whether two channels are the same for the configuration: by type, workspace and name. @spec CH22 */
export function isSameChannel(a: ChannelKey, b: ChannelKey): boolean {
  return a.type === b.type && a.name === b.name && a.workspace === b.workspace;
}
