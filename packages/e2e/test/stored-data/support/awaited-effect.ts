import type { Storage, Stored } from '@botwright/core/ports';

interface StoredState {
  readonly at: { readonly kind: string; readonly effect?: string; readonly template?: string };
}

/** The state of a customer's conversation, as it is stored. */
export async function stateOf(storage: Storage, brand: string, customer: number): Promise<StoredState | undefined> {
  const [stored] = await storage.read({ brand }, [{ do: 'get', kind: 'conversation', key: [customer] }]);
  const { record } = (stored as Stored<{ readonly stateJson: string }> | undefined) ?? {};
  return record && (JSON.parse(record.stateJson) as StoredState);
}

/** The id of the effect whose outcome a conversation awaits. */
export async function awaitedEffect(storage: Storage, brand: string, customer: number): Promise<string> {
  const state = await stateOf(storage, brand, customer);
  if (state?.at.effect === undefined) throw new Error(`Customer ${customer} awaits no effect.`);
  return state.at.effect;
}
