import { ModelFailure } from './model-failure.ts';

/** Below 10 MB; 8,192 tokens take about 3 MB as events. */
const mostBytes = 8_388_608;

/**
 * Ends a response that is too large. Follows no redirect, which would get the key.
 *
 * @spec AS5, AS7
 */
export function boundedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' });
    if (response.body === null) return response;
    let bytes = 0;
    const bounded = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (bytes > mostBytes) throw new ModelFailure('The answer is too long.');
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(bounded), response);
  };
}
