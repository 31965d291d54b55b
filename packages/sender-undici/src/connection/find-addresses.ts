import type { Resolver } from './resolver.ts';

/**
 * Looks a name up, for as long as `signal` lets it.
 *
 * @returns A copy of what it was answered, so that what is judged stays what is connected to. Empty when there is
 *   no address, when the look-up failed and when it was stopped.
 * @spec SN11, SN21
 */
export async function findAddresses(host: string, resolver: Resolver, signal: AbortSignal): Promise<readonly string[]> {
  const stopped = Promise.withResolvers<readonly string[]>();
  const stop = (): void => stopped.resolve([]);
  signal.addEventListener('abort', stop);
  try {
    return [...(await Promise.race([resolver.resolve(host), stopped.promise]))];
  } catch {
    return [];
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
