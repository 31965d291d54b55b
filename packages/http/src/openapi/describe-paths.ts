import type { OperationContract } from '../exchange/operation-contract.ts';

/** Groups operations by path, each described. */
export function describePaths<TOperation extends Pick<OperationContract, 'path' | 'method'>>(
  table: readonly TOperation[],
  describe: (operation: TOperation) => object,
): Readonly<Record<string, object>> {
  const byPath = Map.groupBy(table, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, operations]) => [
      path,
      Object.fromEntries(operations.map((operation) => [operation.method.toLowerCase(), describe(operation)])),
    ]),
  );
}

/** The header that every answer has. */
export const requestIdHeader = {
  RequestId: {
    description: 'The id that the caller sent, or one made here.',
    schema: { type: 'string' },
    'x-decided-here': true,
  },
} as const;
