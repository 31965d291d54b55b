import { type Catalog, isNode } from '@botwright/core/diagram';
import { tidyDiagram } from '@botwright/graph';
import { type BotFile, placeInText, readBotFile, readTextFile } from '@botwright/testing/files';
import { writeBotFile } from '../bot-files/bot-file.ts';
import { identityOf } from '../bots/read-bot.ts';
import { CommandFailure, exitCodes } from '../command-failure.ts';
import { textOrFailure } from '../files/read-input.ts';
import { printableLine } from '../printing/printable.ts';
import { searchFiles } from '../project/input-faults.ts';
import { projectCatalog } from '../project/project-config.ts';

/** The arguments of `botwright layout`. */
export interface LayoutOptions {
  readonly files: readonly string[];
  /** Writes nothing. */
  readonly check?: boolean;
}

/**
 * Places the blocks of bots in files. Writes nothing unless every file can be read.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When there is no bot, or a named file is not one.
 * @spec GR7, GR8
 */
export async function layout({ files, check = false }: LayoutOptions): Promise<number> {
  const found = read(files, await projectCatalog());
  const changed = found.filter(({ text, laidOut }) => text !== laidOut);
  for (const { name, path, mark, laidOut } of changed) {
    if (!check) await writeBotFile(path, mark + laidOut);
    process.stdout.write(`${printableLine(`${name}: ${check ? 'is not laid out' : 'laid out'}`)}\n`);
  }
  return check && changed.length > 0 ? exitCodes.failure : exitCodes.done;
}

interface LaidOutFile {
  readonly name: string;
  readonly path: string;
  /** The byte order mark before the text, if any. */
  readonly mark: string;
  readonly text: string;
  readonly laidOut: string;
}

function read(paths: readonly string[], catalog: Catalog): readonly LaidOutFile[] {
  const bots: LaidOutFile[] = [];
  for (const { name, path, isNamed, bounds } of searchFiles(paths)) {
    const { text, mark } = textOrFailure(readTextFile(path, bounds), `file ${name}`);
    const file = readBotFile(text);
    if (file.ok) bots.push({ name, path, mark, text, laidOut: laidOut(text, file.bot, catalog) });
    else if (isNamed || !file.isOther)
      throw new CommandFailure('usage', `${name}:${file.place.line}:${file.place.column} ${file.message}`);
  }
  if (bots.length === 0) throw new CommandFailure('usage', 'No bot was found.');
  return bots;
}

function laidOut(text: string, bot: BotFile, catalog: Catalog): string {
  const { diagram, channelFamily } = bot;
  const tidied = tidyDiagram(diagram, {
    catalog,
    ...identityOf(bot),
    ...(channelFamily !== undefined && { channelFamily }),
  });
  const places = new Map<string, { readonly left: number; readonly top: number }>();
  for (const [id, node] of Object.entries(tidied.nodes)) {
    if (!isNode(node)) continue;
    const { left, top } = node;
    if (typeof left === 'number' && typeof top === 'number') places.set(id, { left, top });
  }
  return placeInText(text, bot, places);
}
