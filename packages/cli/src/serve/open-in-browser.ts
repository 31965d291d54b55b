import { spawn } from 'node:child_process';
import type { Logger } from './logger.ts';

/** By platform: the command that opens an address, given as its last argument. */
const commands: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // `start` of the command shell would interpret `&` and `%` in the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser of this machine. A failure is logged: the address was also printed. @spec SV56 */
export function openInBrowser(url: string, logger: Pick<Logger, 'warn'>): void {
  const [command, ...args] = commands[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', ({ message }) => logger.warn({ problem: message }, 'the browser could not be opened'));
  child.unref();
}
