import { changeReader, type Mutant } from './mutant.ts';

export const lookupMutants: readonly Mutant[] = [
  {
    rule: 'ST78',
    fault: 'channels that are off are passed over',
    breakStorage: (sound) =>
      changeReader(sound, ({ channels }) => ({
        channels: {
          ...channels,
          listWithWebhook: async () => (await channels.listWithWebhook()).filter(({ active }) => active),
        },
      })),
  },
  {
    rule: 'ST79',
    fault: 'a channel that is off holds no token',
    breakStorage: (sound) => ({
      ...sound,
      installation: { ...sound.installation, findTokenHolder: (hash) => sound.installation.findChannelByToken(hash) },
    }),
  },
  {
    rule: 'ST80',
    fault: 'brands list without their agents',
    breakStorage: (sound) => ({
      ...sound,
      installation: {
        ...sound.installation,
        listBrands: async () => (await sound.installation.listBrands()).map((brand) => ({ ...brand, agents: [] })),
      },
    }),
  },
  {
    rule: 'SX12',
    fault: 'brands that are not configured are passed over',
    breakStorage: (sound) => ({
      ...sound,
      installation: {
        ...sound.installation,
        listBrandsWithSecrets: async () => (await sound.installation.listBrands()).map(({ name }) => name),
      },
    }),
  },
];
