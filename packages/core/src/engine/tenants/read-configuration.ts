import type * as v from 'valibot';
import { findChannelFaults } from '../../domain/inputs/channels.ts';
import { type BrandConfiguration, configurationSchema } from '../../domain/inputs/configuration.ts';
import { permissions } from '../../domain/principal.ts';
import { sha256 } from '../../node/hash.ts';
import type { AgentRecord, AgentTokenRecord, BrandRecord, DeclaredAccount } from '../../ports/tenant-registry.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import { findTargetFault, invalidParameters, readInput } from '../read-input.ts';

type GivenBrand = v.InferOutput<typeof configurationSchema>[number];

interface ChannelRules {
  readonly channelFamilies: ReadonlySet<string>;
  readonly sender: WebhookSender | undefined;
}

/** A channel as a configuration declares it. */
export interface ConfiguredChannel {
  readonly type: string;
  readonly name: string;
  readonly workspace: number;
  readonly tokenHash?: string;
  readonly webhookUrl?: string;
  /** Where it stands in the configuration, such as `0.channels.1`. */
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
 * Reads a configuration; only hashes of tokens are kept of it.
 *
 * @throws {EngineError} `invalid_parameters`, `field_not_described`
 * @spec PE7, PE8, PE10, CH21
 */
export function readConfiguration(parts: ChannelRules, brands: readonly BrandConfiguration[]): Configuration {
  const given = readInput(configurationSchema, brands);
  const fieldByHash = new Map<string, string>();
  const takeToken = (token: string, field: string): string => {
    const hash = sha256(token);
    if (fieldByHash.has(hash)) throw invalidParameters(field, 'This token is given twice.');
    fieldByHash.set(hash, field);
    return hash;
  };

  const names = new Set<string>();
  const tokens: AgentTokenRecord[] = [];
  const channels = new Map<string, readonly ConfiguredChannel[]>();
  for (const [index, brand] of given.entries()) {
    if (names.has(brand.name)) throw invalidParameters(`${index}.name`, 'Another brand has this name.');
    names.add(brand.name);
    tokens.push(...readTokens(brand, `${index}.tokens`, takeToken));
    channels.set(brand.name, readChannels(parts, brand, { at: `${index}.channels`, takeToken }));
  }
  const records = given.map((brand, index) => {
    const { name, plan, workspaces, connectedAccounts } = brand;
    checkDeclaredAccounts(connectedAccounts ?? [], `${index}.connectedAccounts`);
    const agents = readAgents(brand, `${index}.agents`);
    return { name, plan, workspaces, agents, ...(connectedAccounts !== undefined && { connectedAccounts }) };
  });
  return { brands: records, tokens, channels, fieldByHash };
}

type TakeToken = (token: string, field: string) => string;

function readTokens(brand: GivenBrand, at: string, takeToken: TakeToken): readonly AgentTokenRecord[] {
  return brand.tokens.map((each, position) => {
    const hash = takeToken(each.token, `${at}.${position}.token`);
    if (each.workspaces?.some((workspace) => !brand.workspaces.includes(workspace))) {
      throw invalidParameters(`${at}.${position}.workspaces`, 'Expected workspaces of the brand.');
    }
    const { token: _, ...token } = each;
    return { hash, brand: brand.name, permissions, ...token };
  });
}

/** Those that are named, then the persons of tokens that are not. @spec PE10 */
function readAgents({ agents, tokens }: GivenBrand, at: string): readonly AgentRecord[] {
  const byId = new Map<number, AgentRecord>();
  for (const [index, agent] of agents.entries()) {
    if (byId.has(agent.id)) throw invalidParameters(`${at}.${index}.id`, 'Another agent has this id.');
    byId.set(agent.id, agent);
  }
  for (const { person } of tokens) {
    if (!byId.has(person)) byId.set(person, { id: person, name: '', email: '' });
  }
  return [...byId.values()];
}

function readChannels(
  parts: ChannelRules,
  brand: GivenBrand,
  { at, takeToken }: { readonly at: string; readonly takeToken: TakeToken },
): readonly ConfiguredChannel[] {
  const { channelFamilies, sender } = parts;
  const rules = { channelFamilies, targetFault: (url: string) => findTargetFault(sender, url) };
  const read: ConfiguredChannel[] = [];
  for (const [index, given] of brand.channels.entries()) {
    const field = `${at}.${index}`;
    const [fault] = findChannelFaults(rules, given);
    if (fault !== undefined) throw invalidParameters(`${field}.${fault.field}`, fault.message);
    const workspace = given.workspace ?? onlyOne(brand.workspaces);
    if (workspace === undefined || !brand.workspaces.includes(workspace)) {
      throw invalidParameters(`${field}.workspace`, 'Expected a workspace of the brand.');
    }
    const channel = { type: given.type, name: given.name.trim(), workspace, field };
    if (read.some((other) => isSameChannel(other, channel))) {
      throw invalidParameters(`${field}.name`, 'Another channel of this type and workspace has this name.');
    }
    read.push({
      ...channel,
      ...(given.token !== undefined && { tokenHash: takeToken(given.token, `${field}.token`) }),
      ...(given.webhookUrl !== undefined && { webhookUrl: given.webhookUrl }),
    });
  }
  return read;
}

type ChannelKey = Pick<ConfiguredChannel, 'type' | 'name' | 'workspace'>;

/** What a channel of the configuration is found again by. @spec CH22 */
export function isSameChannel(a: ChannelKey, b: ChannelKey): boolean {
  return a.type === b.type && a.name === b.name && a.workspace === b.workspace;
}

function onlyOne(workspaces: readonly number[]): number | undefined {
  return workspaces.length === 1 ? workspaces[0] : undefined;
}

/**
 * Checks what the schema of declared accounts cannot say.
 *
 * @param field - Of the list.
 * @throws {EngineError} `invalid_parameters`
 * @spec CA29
 */
export function checkDeclaredAccounts(accounts: readonly DeclaredAccount[], field: string): void {
  for (const [index, { kind, id, schedulingUrl }] of accounts.entries()) {
    const isTaken = accounts.slice(0, index).some((each) => each.kind === kind && each.id === id);
    if (isTaken) throw invalidParameters(`${field}.${index}.id`, 'Another account of this kind has this id.');
    if (kind === 'scheduler' && schedulingUrl === undefined) {
      throw invalidParameters(`${field}.${index}.schedulingUrl`, 'Expected the page to book on.');
    }
  }
}
