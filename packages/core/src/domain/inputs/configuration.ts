import * as v from 'valibot';
import { accountKinds } from '../account-connection/connected-account.ts';
import { planTiers } from '../blocks/block-definition.ts';
import { permissions } from '../principal.ts';
import { type ChannelRules, channelEntries, findChannelFaults } from './channels.ts';
import { inputList, inputObject } from './input-object.ts';
import { checked, filledText, httpUrl, integerFrom, oneOf, text } from './members.ts';
import type { InputFault } from './read-input.ts';

const workspaces = inputList(integerFrom(1));
const person = integerFrom(0);

const shortestToken = 16;
const agentText = text({ max: 255 });

/** A configuration is checked to the end, so that its author sees all faults together. */
const besideOthers = { besideOthers: true };

/** A connected account of the configuration. */
export const declaredAccountSchema = inputObject({
  kind: oneOf(accountKinds),
  id: filledText(),
  name: filledText(),
  schedulingUrl: v.optional(httpUrl),
  person: v.optional(person),
});

type DeclaredAccounts = v.InferOutput<typeof declaredAccountSchema>[];

const declaredAccounts = checked(
  inputList(declaredAccountSchema),
  (accounts: DeclaredAccounts) => [
    ...findRepeats(
      accounts.map(({ kind, id }, at) => ({ key: JSON.stringify([kind, id]), field: `${at}.id` })),
      'Another account of this kind has this id.',
    ),
    ...accounts.flatMap(({ kind, schedulingUrl }, at) => {
      if ((kind === 'scheduler') === (schedulingUrl !== undefined)) return [];
      const message =
        kind === 'scheduler' ? 'Expected the page to book on.' : 'Only accounts of kind scheduler have one.';
      return [{ field: `${at}.schedulingUrl`, message }];
    }),
  ],
  besideOthers,
);

const settings = {
  name: filledText(),
  plan: oneOf(planTiers),
  workspaces,
  /** Accounts without consent in this engine: drafts may name them. */
  connectedAccounts: v.optional(declaredAccounts),
};

const tokenText = v.pipe(text(), v.minLength(shortestToken, `Expected at least ${shortestToken} characters.`));

const grants = {
  person,
  /** Default: all. */
  permissions: v.optional(inputList(oneOf(permissions))),
  /**
   * Default: all workspaces of the brand, including later ones. An empty list: none, so the caller sees and makes
   * nothing.
   */
  workspaces: v.optional(workspaces),
};

/** @spec PE7 */
export const brandSettingsSchema = inputObject(settings);

/** The settings of a brand, without its agents, tokens and channels. */
export interface BrandSettings extends v.InferInput<typeof brandSettingsSchema> {}

/** An agent token of a brand. @spec PE7 */
export const tokenCreationSchema = inputObject({
  ...grants,
  /** Default: a random one. */
  token: v.optional(tokenText),
});

export interface AgentTokenCreation extends v.InferInput<typeof tokenCreationSchema> {}

/** @spec TN17 */
export const brandNameSchema = filledText();

/** Names a token of a brand, by its id or its text; entries of `tokens.list` fit. @spec TN7, TN17 */
export const tokenReferenceSchema = inputObject(
  { id: v.optional(filledText()), token: v.optional(filledText()) },
  { others: 'ignored', whenEmpty: 'invalid_parameters' },
);

/** Also the id of a token's person, who is an agent. @spec TN17 */
export const agentIdSchema = person;

/** A person for assignments of customers. @spec PE10 */
export const agentSchema = inputObject({
  id: integerFrom(1),
  name: agentText,
  email: agentText,
});

const agents = checked(
  inputList(agentSchema),
  (given: v.InferOutput<typeof agentSchema>[]) =>
    findRepeats(
      given.map(({ id }, at) => ({ key: `${id}`, field: `${at}.id` })),
      'Another agent has this id.',
    ),
  besideOthers,
);

const brandSchema = inputObject({
  ...settings,
  tokens: inputList(inputObject({ ...grants, token: tokenText })),
  /** Persons for assignments of customers, in addition to the persons of tokens. */
  agents: v.optional(agents, []),
  /** Identified by type, workspace and name. A channel removed from this list is switched off, and its token stops. */
  channels: v.optional(inputList(inputObject(channelEntries)), []),
});

type GivenBrand = v.InferOutput<typeof brandSchema>;

export interface ConfigurationRules extends ChannelRules {
  /** Checks additional rules of the host for a brand. Default: none. */
  readonly brandFaults?: (brand: GivenBrand) => readonly InputFault[];
}

/** A brand in the form that the config file and `engine.brands` read, before defaults are filled in. */
export type BrandConfiguration = v.InferInput<typeof brandSchema>;

/** The configuration of all brands. @spec PE7, PE8, PE10, CH21, CA29 */
export function configurationSchema(
  rules: ConfigurationRules = {},
): v.GenericSchema<readonly BrandConfiguration[], GivenBrand[]> {
  const brand = checked(
    brandSchema,
    (given: GivenBrand) => [
      ...findTokenFaults(given),
      ...findFaultsOfChannels(rules, given),
      ...(rules.brandFaults?.(given) ?? []),
    ],
    besideOthers,
  );
  return checked(inputList(brand), findSharedNames, besideOthers);
}

/** Finds names of two brands, and duplicate tokens of agents or channels. @spec PE8, CH9 */
function findSharedNames(brands: GivenBrand[]): readonly InputFault[] {
  const tokens = brands.flatMap((brand, index) =>
    (['tokens', 'channels'] as const).flatMap((list) =>
      brand[list].flatMap(({ token }, at) =>
        token === undefined ? [] : [{ key: token, field: `${index}.${list}.${at}.token` }],
      ),
    ),
  );
  const names = brands.map(({ name }, index) => ({ key: name, field: `${index}.name` }));
  return [...findRepeats(names, 'Another brand has this name.'), ...findRepeats(tokens, 'This token is given twice.')];
}

function findTokenFaults({ tokens, workspaces }: GivenBrand): readonly InputFault[] {
  return tokens.flatMap((token, at) =>
    token.workspaces?.some((each) => !workspaces.includes(each))
      ? [{ field: `tokens.${at}.workspaces`, message: 'Expected workspaces of the brand.' }]
      : [],
  );
}

/** @spec CH21, CH22 */
function findFaultsOfChannels(rules: ChannelRules, { channels, workspaces }: GivenBrand): readonly InputFault[] {
  const keys = channels.map(({ type, name, workspace = onlyOf(workspaces) }, at) => ({
    key: JSON.stringify([type, name.trim(), workspace]),
    field: `channels.${at}.name`,
  }));
  return [
    ...channels.flatMap((channel, at) => {
      const { workspace = onlyOf(workspaces) } = channel;
      const isPlaced = workspace !== undefined && workspaces.includes(workspace);
      const unplaced =
        workspace === undefined
          ? 'It is required unless the brand has exactly one.'
          : 'Expected a workspace of the brand.';
      return [
        ...findChannelFaults(rules, channel),
        ...(isPlaced ? [] : [{ field: 'workspace', message: unplaced }]),
      ].map(({ field, message }) => ({ field: `channels.${at}.${field}`, message }));
    }),
    ...findRepeats(keys, 'Another channel of this type and workspace has this name.'),
  ];
}

/** The workspace of a channel that names none. `undefined`: it must name one. @spec CH21 */
export function onlyOf(workspaces: readonly number[]): number | undefined {
  return workspaces.length === 1 ? workspaces[0] : undefined;
}

/** Reports each duplicate key. The fault does not show it: it may be a token. */
function findRepeats(
  entries: readonly { readonly key: string; readonly field: string }[],
  message: string,
): readonly InputFault[] {
  const seen = new Set<string>();
  return entries.flatMap(({ key, field }) => {
    if (seen.has(key)) return [{ field, message }];
    seen.add(key);
    return [];
  });
}

/** @spec TN11, TN17 */
export const configureOptionsSchema = inputObject({
  /** Removes every other brand. Default: other brands stay. */
  exactly: v.optional(v.boolean()),
});

export interface ConfigureOptions extends v.InferInput<typeof configureOptionsSchema> {}

/** A shipped kind of connected account. */
export const accountKindSchema = oneOf(accountKinds);
