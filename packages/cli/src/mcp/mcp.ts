import { connect } from '../bot-files/connect.ts';
import { CommandFailure } from '../command-failure.ts';
import { printableLines } from '../printing/printable.ts';
import { configuredPaths, findProjectConfig, pluginsOf } from '../project/project-config.ts';

/** The arguments of `botwright mcp`. */
export interface McpFlags {
  /** Files, globs, folders. */
  readonly files: readonly string[];
  /** Address of the Bots API. */
  readonly url?: string;
  /** Never printed. */
  readonly token?: string;
  readonly allowPublish?: boolean;
  readonly publishUntested?: boolean;
}

/**
 * Serves tools until standard input ends.
 *
 * @throws {CommandFailure} When flags contradict each other, or there is no such path.
 * @spec MC18
 */
export async function serveTools({ files, url, token, ...publishing }: McpFlags): Promise<void> {
  if (url !== undefined && files.length > 0) {
    throw new CommandFailure('usage', 'Give either files or --url.');
  }
  if (url === undefined && publishing.allowPublish === true) {
    throw new CommandFailure(
      'usage',
      '--allow-publish needs --url: bots in files are published with "botwright publish".',
    );
  }
  if (publishing.publishUntested === true && publishing.allowPublish !== true) {
    throw new CommandFailure('usage', '--publish-untested needs --allow-publish.');
  }
  const config = await findProjectConfig(undefined);
  const plugins = await pluginsOf(config);
  const chosen =
    files.length > 0 || config?.files === undefined
      ? { paths: files.length > 0 ? files : ['.'] }
      : configuredPaths(config, config.files);
  const [{ serveMcp }, bots] = await Promise.all([
    import('@botwright/mcp'),
    url === undefined
      ? import('./file-bots.ts').then(({ fileBots }) => fileBots({ ...chosen, config, plugins }))
      : import('./server-bots.ts').then(({ serverBots }) => serverBots(connect('--url', url, token), plugins)),
  ]);
  serveMcp(bots, {
    publishing,
    onFault: (fault) => {
      const text = String(fault instanceof Error ? fault.stack : fault);
      process.stderr.write(`botwright mcp: ${printableLines(text).join('\n')}\n`);
    },
  });
}
