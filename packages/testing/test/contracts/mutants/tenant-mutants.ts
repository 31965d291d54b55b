import type { Storage, TenantTransaction } from '@botwright/core/ports';
import type { Mutant } from './mutant.ts';

/** A store whose changes of tenants use other methods. */
export function changeTenants(
  sound: Storage,
  change: (tx: TenantTransaction) => Partial<TenantTransaction>,
  reads: Partial<Storage['tenants']> = {},
): Storage {
  const { tenants } = sound;
  return {
    ...sound,
    tenants: { ...tenants, ...reads, change: (work) => tenants.change((tx) => work({ ...tx, ...change(tx) })) },
  };
}

export const tenantMutants: readonly Mutant[] = [
  {
    rule: 'ST112',
    fault: 'the first text for checking keys stays',
    breakStorage: (sound) =>
      changeTenants(sound, (tx) => ({
        async putKeyCheck(encrypted) {
          if ((await tx.findKeyCheck()) === undefined) await tx.putKeyCheck(encrypted);
        },
      })),
  },
  {
    rule: 'ST112',
    fault: 'the text for checking keys stays when its change rejects',
    breakStorage(sound) {
      const { tenants } = sound;
      return {
        ...sound,
        tenants: {
          ...tenants,
          async change(work) {
            const put: string[] = [];
            const keeping = (tx: TenantTransaction): TenantTransaction => ({
              ...tx,
              putKeyCheck(encrypted) {
                put.push(encrypted);
                return tx.putKeyCheck(encrypted);
              },
            });
            try {
              return await tenants.change((tx) => work(keeping(tx)));
            } catch (error) {
              await tenants.change(async (tx) => {
                for (const encrypted of put) await tx.putKeyCheck(encrypted);
              });
              throw error;
            }
          },
        },
      };
    },
  },
  {
    rule: 'ST112',
    fault: 'a configuration forgets the text for checking keys',
    breakStorage(sound) {
      let isConfigured = false;
      return changeTenants(sound, (tx) => ({
        putBrand(brand) {
          isConfigured = true;
          return tx.putBrand(brand);
        },
        findKeyCheck: async () => (isConfigured ? undefined : tx.findKeyCheck()),
      }));
    },
  },
  {
    rule: 'ST124',
    fault: 'the end of a session is remembered of one session alone',
    breakStorage: (sound) =>
      changeTenants(sound, (tx) => ({
        endSession: (session) => tx.endSession(session, Number.MAX_SAFE_INTEGER),
      })),
  },
  {
    rule: 'ST124',
    fault: 'sessions that have expired stay',
    breakStorage: (sound) => changeTenants(sound, (tx) => ({ endSession: (session) => tx.endSession(session, 0) })),
  },
  {
    rule: 'ST51',
    fault: 'a configuration is added to the one before',
    breakStorage: (sound) => changeTenants(sound, () => ({ listBrands: async () => [], removeToken: async () => {} })),
  },
  {
    rule: 'ST52',
    fault: 'a change that rejects is stored up to where it was',
    breakStorage(sound) {
      const { tenants } = sound;
      return {
        ...sound,
        tenants: {
          ...tenants,
          async change(work) {
            const run = await tenants.change((tx) => Promise.allSettled([work(tx)]));
            if (run[0].status === 'rejected') throw run[0].reason;
            return run[0].value;
          },
        },
      };
    },
  },
  {
    rule: 'ST89',
    fault: 'the brand that is put replaces all others',
    breakStorage: (sound) =>
      changeTenants(sound, (tx) => ({
        async putBrand(brand) {
          for (const other of await tx.listBrands()) await tx.putBrand({ ...other, isRemoved: true });
          await tx.putBrand(brand);
        },
      })),
  },
  {
    rule: 'ST82',
    fault: 'it is forgotten what was added at run time',
    breakStorage: (sound) =>
      changeTenants(sound, (tx) => ({
        putToken: ({ addedAtRunTime: _, ...token }) => tx.putToken(token),
      })),
  },
  {
    rule: 'ST83',
    fault: 'a token keeps the workspaces that it was given',
    breakStorage(sound) {
      const given = new Map<string, readonly number[]>();
      const putToken =
        (tx: TenantTransaction): TenantTransaction['putToken'] =>
        async (token) => {
          if (token.workspaces !== undefined) given.set(token.hash, token.workspaces);
          await tx.putToken(token);
        };
      return changeTenants(sound, (tx) => ({ putToken: putToken(tx) }), {
        async findPrincipal(hash) {
          const found = await sound.tenants.findPrincipal(hash);
          return found && { ...found, workspaces: given.get(hash) ?? found.workspaces };
        },
      });
    },
  },
  {
    rule: 'ST84',
    fault: 'a brand that is put loses its agents',
    breakStorage: (sound) =>
      changeTenants(sound, (tx) => ({
        putBrand: async (brand) =>
          tx.putBrand({ ...brand, agents: (await tx.findBrand(brand.name)) === undefined ? brand.agents : [] }),
      })),
  },
  {
    rule: 'ST85',
    fault: 'a brand that is removed loses the tokens that were added at run time',
    breakStorage: (sound) =>
      changeTenants(sound, (tx) => ({
        async putBrand(brand) {
          if (brand.isRemoved) {
            for (const { hash } of await tx.listTokens(brand.name)) await tx.removeToken(brand.name, hash);
          }
          await tx.putBrand(brand);
        },
      })),
  },
  {
    rule: 'ST86',
    fault: 'a token is removed whatever brand has it',
    breakStorage: (sound) =>
      changeTenants(sound, (tx) => ({
        removeToken: async (brand, hash) => tx.removeToken((await tx.findTokenHolder(hash))?.brand ?? brand, hash),
      })),
  },
  {
    rule: 'ST86',
    fault: 'a change does not see who has a token',
    breakStorage: (sound) => changeTenants(sound, () => ({ findTokenHolder: async () => undefined })),
  },
  {
    rule: 'ST87',
    fault: 'agents are stored in another order',
    breakStorage: (sound) =>
      changeTenants(sound, (tx) => ({
        putBrand: (brand) => tx.putBrand({ ...brand, agents: brand.agents.toReversed() }),
      })),
  },
];
