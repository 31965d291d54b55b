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

/** Somebody who writes a configuration sees as many faults at once as can be found. */
const besideOthers = { besideOthers: true };

/** A connected account that the configuration declares. */
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
  /** Accounts that are there without anybody's consent here: drafts may name them. */
  connectedAccounts: v.optional(declaredAccounts),
};

const tokenText = v.pipe(text(), v.minLength(shortestToken, `Expected at least ${shortestToken} characters.`));

const grants = {
  person,
  /** Default: all of them. */
  permissions: v.optional(inputList(oneOf(permissions))),
  /** Default: all workspaces of the brand, including later ones. An empty list: none, so that nothing is seen or made. */
  workspaces: v.optional(workspaces),
};

/** A brand without its tokens, agents and channels. @spec PE7 */
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

/** Names a token of a brand, by its id or by itself; what `tokens.list` returns does too. @spec TN7, TN17 */
export const tokenReferenceSchema = inputObject(
  { id: v.optional(filledText()), token: v.optional(filledText()) },
  { others: 'ignored', whenEmpty: 'invalid_parameters' },
);

/** Also the id of a token's person, who is an agent too. @spec TN17 */
export const agentIdSchema = person;

/** Somebody to whom customers can be assigned. @spec PE10 */
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
  /** Whom customers can be assigned to, beside the persons of tokens. */
  agents: v.optional(agents, []),
  /** Found again by type, workspace and name. One that is no longer here goes off, and its token stops. */
  channels: v.optional(inputList(inputObject(channelEntries)), []),
});

type GivenBrand = v.InferOutput<typeof brandSchema>;

/** The rules of a host for its configuration. */
export interface ConfigurationRules extends ChannelRules {
  /** Finds what the host asks of a brand besides. Default: nothing. */
  readonly brandFaults?: (brand: GivenBrand) => readonly InputFault[];
}

export type BrandConfiguration = v.InferInput<typeof brandSchema>;

/** Everything that a configuration says, brand by brand. @spec PE7, PE8, PE10, CH21, CA29 */
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

/** Names that two brands have, and tokens that are given twice, be it to agents or channels. @spec PE8, CH9 */
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

/** Where a channel is that names no workspace. `undefined`: it has to name one. @spec CH21 */
export function onlyOf(workspaces: readonly number[]): number | undefined {
  return workspaces.length === 1 ? workspaces[0] : undefined;
}

/** Reports each key that an earlier entry has too. The fault does not show it: it may be a token. */
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
  /** Removes every brand that is not named. Default: other brands are not touched. */
  exactly: v.optional(v.boolean()),
});

export interface ConfigureOptions extends v.InferInput<typeof configureOptionsSchema> {}

/** A shipped kind of connected account. */
export const accountKindSchema = oneOf(accountKinds);
