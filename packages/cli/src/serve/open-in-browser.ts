import { spawn } from 'node:child_process';
import type { Logger } from './logger.ts';

/** By platform: the command that opens an address, which is its last argument. */
const commands: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // `start` of the command shell would read `&` and `%` in the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser of this machine. Where that fails it is logged: the address was printed, too. @spec SV56 */
export function openInBrowser(url: string, logger: Pick<Logger, 'warn'>): void {
  const [command, ...args] = commands[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', ({ message }) => logger.warn({ problem: message }, 'the browser could not be opened'));
  child.unref();
}
