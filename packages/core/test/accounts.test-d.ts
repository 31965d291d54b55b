import type { AccountEffects, AccountKind, BrandEngine, EngineOptions } from '@botwright/core';
import type { AccountProvider, SpreadsheetProvider } from '@botwright/core/ports';
import { expectTypeOf, it } from 'vitest';

interface CrmProvider extends AccountProvider {
  addLead(accessToken: string, name: string): Promise<number>;
}
declare const crm: CrmProvider;

it('[CA58] a kind is a shipped one or a text', () => {
  expectTypeOf<'crm'>().toExtend<AccountKind>();
  expectTypeOf<5>().not.toExtend<AccountKind>();
  expectTypeOf<CrmProvider | SpreadsheetProvider>().toExtend<
    NonNullable<EngineOptions['connectedAccounts']>['providers'][number]
  >();
});

it('[CA60] a call gets the provider of the host with its own methods, and gives what it resolves with', () => {
  const add = (accounts: BrandEngine['accounts']) =>
    accounts.ask(crm, 'id', (provider, token) => {
      expectTypeOf(provider).toEqualTypeOf<CrmProvider>();
      return provider.addLead(token, 'Ada');
    });
  expectTypeOf(add).returns.toEqualTypeOf<Promise<number>>();
  const carryOut = (effects: AccountEffects) =>
    effects.own(crm, { brand: 'acme', accountId: 'id' }, (provider, token) => provider.addLead(token, 'Ada'));
  expectTypeOf(carryOut).returns.resolves.toHaveProperty('ok');
});
