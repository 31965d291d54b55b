import type { Engine } from '@botwright/core';

/** The events of a brand from any node, as server-sent events. Each waits until the page has taken the former. */
export function eventStream({ events }: Pick<Engine, 'events'>, brand: string, after?: number): AsyncIterable<string> {
  const { readable, writable } = new TransformStream<string, string>();
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  const subscription = events.subscribe(
    (event) => writer.write(`id: ${event.position}\ndata: ${JSON.stringify(event)}\n\n`),
    { scope: 'all', brand, ...(after !== undefined && { after }) },
  );
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => reader.read() as Promise<IteratorResult<string>>,
      async return() {
        await reader.cancel();
        await subscription.end();
        return { done: true, value: undefined };
      },
    }),
  };
}
