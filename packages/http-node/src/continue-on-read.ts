import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Makes a listener for a server's `checkContinue` event from a listener for `request`. A client that sends `Expect:
 * 100-continue` is asked for its body when the API begins to read it. A response that does not need the body is sent
 * immediately and closes the connection, because the client may or may not still send the body.
 *
 * @spec HA13
 * @example
 * const listener = nodeListener(createBotsApi({ engine, publicUrl }));
 * createServer(listener).on('checkContinue', continueOnRead(listener)).listen(3000);
 */
export function continueOnRead(
  listener: (request: IncomingMessage, response: ServerResponse) => unknown,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const keepsAlive = response.shouldKeepAlive;
    response.shouldKeepAlive = false;

    function continueIfRead(event: string | symbol): void {
      if (event !== 'data' && event !== 'readable') return;
      request.off('newListener', continueIfRead);
      if (response.headersSent || response.destroyed) return;
      response.shouldKeepAlive = keepsAlive;
      response.writeContinue();
    }

    request.on('newListener', continueIfRead);
    listener(request, response);
  };
}
