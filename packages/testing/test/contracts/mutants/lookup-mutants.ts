import { changeReader, type Mutant } from './mutant.ts';

export const lookupMutants: readonly Mutant[] = [
  {
    rule: 'ST78',
    fault: 'channels that are off are left out',
    breakStorage: (sound) =>
      changeReader(sound, ({ channels }) => ({
        channels: {
          ...channels,
          list: (query) => channels.list(query.hasWebhook === true ? { ...query, active: true } : query),
        },
      })),
  },
  {
    rule: 'ST79',
    fault: 'the token of a channel that is off is not found',
    breakStorage: (sound) => ({
      ...sound,
      tenants: { ...sound.tenants, findTokenHolder: (hash) => sound.tenants.findChannelByToken(hash) },
    }),
  },
  {
    rule: 'ST80',
    fault: 'brands list without their agents',
    breakStorage: (sound) => ({
      ...sound,
      tenants: {
        ...sound.tenants,
        listBrands: async () => (await sound.tenants.listBrands()).map((brand) => ({ ...brand, agents: [] })),
      },
    }),
  },
  {
    rule: 'SX12',
    fault: 'brands that are not configured are left out',
    breakStorage: (sound) => ({
      ...sound,
      tenants: {
        ...sound.tenants,
        listBrandsWithSecrets: async () => (await sound.tenants.listBrands()).map(({ name }) => name),
      },
    }),
  },
];
