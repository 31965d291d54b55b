import { expect, it } from 'vitest';
import { shownPath } from './shown-path.ts';

it.for([
  ['/v1/send/ada-5551234/', '/send/{customer_token}/', '/v1/send/{customer_token}/'],
  ['/v1/customers/7/', '/customers/{customer_id}/', undefined],
  ['/v1/openapi.yml', '/openapi.yml', undefined],
  ['/v1/send/ada-5551234', undefined, '/v1/send/*'],
  ['/v1/send/ada-5551234/more/', undefined, '/v1/send/*'],
  ['/v1/nothing', undefined, undefined],
  ['/v1/nothing/', undefined, undefined],
  ['/send/ada-5551234/', undefined, '/*'],
] as const)('[TK20] %s with the pattern %s is told as %s', ([path, pattern, shown]) => {
  expect(shownPath(path, '/v1', pattern)).toBe(shown);
});
