import type { ServedRequest } from './create-http-api.ts';

/**
 * Makes lines for a log of requests, each one JSON object with only the members of {@link ServedRequest}, so a line
 * cannot contain a secret. A general logger, which searches each line for secrets to redact, takes as long as the
 * engine does for a small read.
 *
 * @param head - Members that come first, such as `"level":"info","pid":7`.
 * @returns A function that makes one line, including the line feed.
 * @spec SV13, SV14
 * @example
 * const line = requestLines(() => `"time":${Date.now()}`);
 * createBotsApi({ engine, publicUrl, onResponse: (served) => log.write(line(served)) });
 */
export function requestLines(head: () => string): (served: ServedRequest) => string {
  return ({ requestId, method, path, operation, status, durationMs, bytes, isStream, person, brand }) => {
    const request = `"requestId":${quote(requestId)},"method":${quote(method)},"path":${quote(path)}`;
    const reached = operation === undefined ? '' : `,"operation":${quote(operation)}`;
    const response = `"status":${status},"durationMs":${durationMs},"bytes":${bytes}${isStream ? ',"isStream":true' : ''}`;
    const caller = person === undefined ? '' : `,"person":${person}`;
    const owner = brand === undefined ? '' : `,"brand":${quote(brand)}`;
    return `{${head()},${request}${reached},${response}${caller}${owner},"msg":"answered"}\n`;
  };
}

/** Text that needs no escaping in JSON, such as ids, most paths and most names. */
const plain = /^[\w\-./:~%{}]*$/;

/** Returns the same as `JSON.stringify`, faster for text without escapes. */
function quote(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}
