import { systemClock, systemIds } from '@botwright/core/node';
import type { Clock } from '@botwright/core/ports';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { McpBots } from './bots.ts';
import { mcpServer } from './mcp-server.ts';
import type { ServerParts } from './server-options.ts';
import { writeWindow } from './write-window.ts';

/** The permissions of the caller of a process. */
interface ServeOptions extends Omit<ServerParts, 'stateKey' | 'subject'> {
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
}

/**
 * Serves tools over bots to the program that started this process, by its standard input and output.
 *
 * @returns Ends the service.
 */
export function serveMcp(
  bots: Omit<McpBots, 'admitWrite'>,
  { clock = systemClock(), ...parts }: ServeOptions,
): () => Promise<void> {
  const stateKey = systemIds().token();
  const admitWrite = writeWindow(clock);
  const server = () => mcpServer({ ...bots, admitWrite }, { ...parts, stateKey, subject: '' });
  const { onFault } = parts;
  const onerror = (error: Error): void => onFault?.(isUnreadable(error) ? unreadable : error);
  const { close } = serveStdio(server, { onerror });
  return close;
}

const unreadable = 'The client sent a line that is no message of the protocol.';

/** Of the parser of messages: the fault is the client's. */
function isUnreadable({ name }: Error): boolean {
  return name === 'SyntaxError' || name === 'ZodError';
}
