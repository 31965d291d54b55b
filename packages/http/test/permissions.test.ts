import { useCasePermissions } from '@botwright/core/front';
import { describe, expect, it } from 'vitest';
import { botsOperations, type Operation, platformOperations } from '../src/index.ts';

type UseCase = readonly [family: keyof typeof useCasePermissions, name: string];

/** Inputs with which every operation reaches its use-case, or one of several. */
const inputs: readonly object[] = [
  { body: {}, query: {} },
  { body: { source: 'x' }, query: { permanent: true } },
].map((input) => ({
  ...input,
  params: new Proxy({}, { get: () => '1' }),
  condition: {},
  context: { extensions: { duplicateBot: true }, templates: [], openApi: async () => '' },
}));

/** Operations that call no use-case. */
const callsNothing: ReadonlySet<string> = new Set(['getContract', 'listTemplates']);

/** The use-cases that an operation calls. */
async function useCasesOf(operation: Operation<never, never>): Promise<readonly UseCase[]> {
  const called: UseCase[] = [];
  const familyOf = (family: string) =>
    new Proxy({}, { get: (_, name) => async () => void called.push([family as UseCase[0], String(name)]) });
  const handles = new Proxy({}, { get: (_, family) => familyOf(String(family)) });
  for (const input of inputs) await operation.work(handles as never, input as never).catch(() => undefined);
  return called;
}

describe.each([
  ['Bots API', botsOperations],
  ['Platform API', platformOperations],
] as const)('%s', (_name, operations) => {
  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '[PE1] %s requires the permission of its use-case',
    async (_id, operation) => {
      const called = await useCasesOf(operation as unknown as Operation<never, never>);
      expect(called.length > 0).toBe(!callsNothing.has(operation.id));
      for (const [family, name] of called) {
        const needed: unknown = Reflect.get(useCasePermissions[family], name);
        expect([family, name, operation.permission ?? 'anyone']).toEqual([family, name, needed]);
      }
    },
  );
});
