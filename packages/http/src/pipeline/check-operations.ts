import { isInputObject } from '../request/query.ts';
import type { OperationDescription } from './operation.ts';
import { paramName } from './router.ts';

/**
 * Checks a table of operations before it is served.
 *
 * @throws {TypeError} when two operations have the same id, or the same method and path; when two paths name the
 *   parameter at the same place differently; when a path begins without a slash or has a parameter twice; when a query is not made with `inputObject`.
 * @spec HT55, HT56
 */
export function checkOperations(operations: readonly OperationDescription[]): void {
  const seen = new Map<string, { readonly value: unknown; readonly operation: OperationDescription }>();
  function requireSame(key: string, value: unknown, operation: OperationDescription, fault: string): void {
    const first = seen.get(key) ?? { value, operation };
    if (first.value !== value) throw new TypeError(`${nameOf(first.operation)} and ${nameOf(operation)} ${fault}.`);
    seen.set(key, first);
  }

  for (const [index, operation] of operations.entries()) {
    const { id, method, path, query } = operation;
    if (query !== undefined && !isInputObject(query)) {
      throw new TypeError(`The query of ${nameOf(operation)} must be made with inputObject.`);
    }
    const names = path.split('/').flatMap((segment) => paramName(segment) ?? []);
    if (!path.startsWith('/') || new Set(names).size < names.length) {
      throw new TypeError(`The path of ${nameOf(operation)} must begin with a slash and name each parameter once.`);
    }
    requireSame(`id ${id}`, index, operation, 'have the same id');
    let place = '';
    for (const segment of path.split('/').slice(1)) {
      const name = paramName(segment);
      place += name === undefined ? `/${segment}` : '/{}';
      if (name !== undefined) requireSame(place, name, operation, 'name the parameter at the same place differently');
    }
    requireSame(`${method} ${place}`, index, operation, 'have the same method and path');
  }
}

function nameOf({ id, method, path }: OperationDescription): string {
  return `${id} (${method} ${path})`;
}
