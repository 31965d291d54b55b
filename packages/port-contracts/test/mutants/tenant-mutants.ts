import type { Storage, TenantRegistry } from '@botwright/core/ports';
import type { Mutant } from './mutant.ts';

function changeTenants(sound: Storage, change: (tenants: TenantRegistry) => Partial<TenantRegistry>): Storage {
  return { ...sound, tenants: { ...sound.tenants, ...change(sound.tenants) } };
}

export const tenantMutants: readonly Mutant[] = [
  {
    rule: 'ST89',
    fault: 'brands that should be kept are removed',
    breakStorage: (sound) =>
      changeTenants(sound, (tenants) => ({ configure: (wanted) => tenants.configure(wanted, 'removed') })),
  },
  {
    rule: 'ST82',
    fault: 'a configuration removes all tokens that it does not declare',
    breakStorage: (sound) =>
      changeTenants(sound, (tenants) => ({
        async configure(wanted, others) {
          await tenants.configure(wanted, others);
          for (const { name } of wanted.brands) {
            for (const { hash } of await tenants.listTokens(name)) {
              if (!wanted.tokens.some((token) => token.hash === hash)) await tenants.removeToken(name, hash);
            }
          }
        },
      })),
  },
  {
    rule: 'ST83',
    fault: 'a token keeps the workspaces that it was given',
    breakStorage(sound) {
      const given = new Map<string, readonly number[]>();
      return changeTenants(sound, (tenants) => ({
        async configure(wanted, others) {
          for (const { hash, workspaces } of wanted.tokens) if (workspaces !== undefined) given.set(hash, workspaces);
          return tenants.configure(wanted, others);
        },
        async findPrincipal(hash) {
          const found = await tenants.findPrincipal(hash);
          return found && { ...found, workspaces: given.get(hash) ?? found.workspaces };
        },
      }));
    },
  },
  {
    rule: 'ST84',
    fault: 'a brand that is put loses its agents',
    breakStorage: (sound) =>
      changeTenants(sound, (tenants) => ({
        async putBrand(brand) {
          for (const { id } of (await tenants.findBrand(brand.name))?.agents ?? []) {
            await tenants.removeAgent(brand.name, id);
          }
          await tenants.putBrand(brand);
        },
      })),
  },
  {
    rule: 'ST85',
    fault: 'a brand that is removed loses the tokens that were added at run time',
    breakStorage: (sound) =>
      changeTenants(sound, (tenants) => ({
        async removeBrand(brand) {
          for (const { hash } of await tenants.listTokens(brand)) await tenants.removeToken(brand, hash);
          await tenants.removeBrand(brand);
        },
      })),
  },
  {
    rule: 'ST86',
    fault: 'a token is removed whatever brand has it',
    breakStorage: (sound) =>
      changeTenants(sound, (tenants) => ({
        async removeToken(brand, hash) {
          await tenants.removeToken((await tenants.findTokenHolder(hash))?.brand ?? brand, hash);
        },
      })),
  },
  {
    rule: 'ST86',
    fault: 'of two brands that add one token the last one gets it',
    breakStorage: (sound) =>
      changeTenants(sound, (tenants) => ({
        async addToken(token) {
          const holder = await tenants.findTokenHolder(token.hash);
          if (holder?.channelNumber === undefined) await tenants.removeToken(holder?.brand ?? '', token.hash);
          return tenants.addToken(token);
        },
      })),
  },
  {
    rule: 'ST87',
    fault: 'putting an agent removes the former one first',
    breakStorage: (sound) =>
      changeTenants(sound, (tenants) => ({
        async putAgent(brand, agent) {
          await tenants.removeAgent(brand, agent.id);
          return tenants.putAgent(brand, agent);
        },
      })),
  },
];
