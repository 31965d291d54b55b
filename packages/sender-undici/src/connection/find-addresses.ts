import type { Bound } from './bounds.ts';
import type { Resolver } from './resolver.ts';

/**
 * Looks a name up, for as long as `bound` lets it.
 *
 * @returns A copy of what it was answered, so that what is judged stays what is connected to. Empty when there is
 *   no address, when the look-up failed and when it was stopped.
 * @spec SN11, SN21
 */
export function findAddresses(host: string, resolver: Resolver, bound: Bound): Promise<readonly string[]> {
  return new Promise((settle) => {
    const none = (): void => settle([]);
    bound.hold({ destroy: none });
    const ask = async (): Promise<readonly string[]> => resolver.resolve(host);
    ask().then((found) => settle([...found]), none);
  });
}
