import { expect } from 'vitest';
import { type CallAnswer, type CallOptions, send } from './bots-client.ts';
import { type Contract, readContract } from './contract.ts';
import { tokens } from './start-platform.ts';

export interface PlatformAnswer extends CallAnswer {
  /** Members of the body. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Messages by field. */
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
}

export interface PlatformClient {
  readonly contract: Contract;
  /** Calls as `acme` and checks the response against the contract. */
  call(method: string, path: string, options?: CallOptions): Promise<PlatformAnswer>;
}

/** @param base - Without a slash at the end. */
export async function connect(base: string, token: string = tokens.acme): Promise<PlatformClient> {
  const { contract, check } = readContract((await send(base, 'GET', '/openapi.yml', { token: 'none' })).text);
  return {
    contract,
    async call(method, path, options = {}) {
      const answer = await send(base, method, path, { token, ...options });
      expect(check(method, path.split('?')[0] ?? '', answer), `${method} ${path}: ${answer.text}`).toEqual([]);
      const record = (answer.json ?? {}) as PlatformAnswer['record'];
      return { ...answer, record, errors: record['errors'] as PlatformAnswer['errors'] };
    },
  };
}
