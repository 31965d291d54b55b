import * as v from 'valibot';
import { planTiers } from '../../domain/blocks/block-definition.ts';
import { permissions } from '../../domain/principal/principal.ts';
import { countCodePoints } from '../../domain/text/plain-text.ts';
import type { AgentRecord, AgentTokenRecord, BrandRecord } from '../../ports/installation.ts';
import { sha256 } from '../../system/sha256.ts';
import { checkDeclaredAccounts, declaredAccountShape } from '../accounts/read-declared-accounts.ts';
import { findChannelFaults } from '../channels/read-channel.ts';
import type { BrandConfiguration } from '../engine.ts';
import { invalidParameters, plainText, readInput, shape } from '../input/read-input.ts';
import type { Parts } from '../scope.ts';

const minTokenLength = 16;
const maxAgentText = 255;

const workspaceList = v.array(v.pipe(v.number(), v.safeInteger()));
const agentText = v.pipe(
  plainText,
  v.check((text) => countCodePoints(text) <= maxAgentText, `Expected at most ${maxAgentText} characters.`),
);

const brandsShape = v.array(
  shape({
    name: v.pipe(plainText, v.minLength(1, 'Expected a name.')),
    plan: v.picklist(planTiers),
    workspaces: workspaceList,
    tokens: v.array(
      shape({
        token: v.pipe(plainText, v.minLength(minTokenLength, `Expected at least ${minTokenLength} characters.`)),
        person: v.pipe(v.number(), v.safeInteger()),
        permissions: v.optional(v.array(v.picklist(permissions))),
        workspaces: v.optional(workspaceList),
      }),
    ),
    agents: v.optional(
      v.array(
        shape({
          id: v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'Expected an integer from 1.')),
          name: agentText,
          email: agentText,
        }),
      ),
      [],
    ),
    channels: v.optional(
      v.array(
        shape({
          type: v.string(),
          name: v.string(),
          workspace: v.optional(v.pipe(v.number(), v.safeInteger())),
          token: v.optional(v.string()),
          webhookUrl: v.optional(v.string()),
        }),
      ),
      [],
    ),
    connectedAccounts: v.optional(v.array(declaredAccountShape)),
  }),
);

type GivenBrand = v.InferOutput<typeof brandsShape>[number];

/** A channel as the configuration wants it. */
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
 * Reads what the installation shall be; only hashes of tokens are kept of it.
 *
 * @throws {EngineError} `invalid_parameters`, `field_not_described`
 * @spec PE7, PE8, PE10, CH21
 */
export function readConfiguration(
  parts: Pick<Parts, 'channelFamilies' | 'sender'>,
  brands: readonly BrandConfiguration[],
): Configuration {
  const given = readInput(brandsShape, brands);
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
    const { person, workspaces = brand.workspaces, permissions: granted = permissions } = each;
    return { hash, principal: { brand: brand.name, person, workspaces, permissions: granted } };
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
  parts: Pick<Parts, 'channelFamilies' | 'sender'>,
  brand: GivenBrand,
  { at, takeToken }: { readonly at: string; readonly takeToken: TakeToken },
): readonly ConfiguredChannel[] {
  const read: ConfiguredChannel[] = [];
  for (const [index, given] of brand.channels.entries()) {
    const field = `${at}.${index}`;
    const [fault] = findChannelFaults(parts, given);
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
