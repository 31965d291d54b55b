import { systemClock, systemIds } from '@botwright/core/node';
import type { Clock } from '@botwright/core/ports';
import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { McpBots } from './bots.ts';
import { mcpServer, type ServerParts } from './mcp-server.ts';
import { writeWindow } from './write-window.ts';

/** The permissions of the caller of a process, and the source of messages. */
interface ServeOptions extends Omit<ServerParts, 'stateKey' | 'subject'> {
  /** Default: standard input and output of the process. */
  readonly transport?: Transport;
  readonly clock?: Clock;
}

/**
 * Serves tools over bots to the program that started this process, by its standard input and output.
 *
 * @returns Ends the service.
 */
export function serveMcp(
  bots: Omit<McpBots, 'admitWrite'>,
  { transport, clock = systemClock(), ...parts }: ServeOptions,
): () => Promise<void> {
  const stateKey = systemIds().token();
  const admitWrite = writeWindow(clock);
  const server = () => mcpServer({ ...bots, admitWrite }, { ...parts, stateKey, subject: '' });
  const { close } = serveStdio(server, {
    ...(transport && { transport }),
    ...(parts.onFault && { onerror: parts.onFault }),
  });
  return close;
}
