import type { JournaledConversation } from '@botwright/core/conversation';
import { replayConversation, type TestedBot } from '@botwright/testing';
import { locateAll, type Place } from '@botwright/testing/files';
import { type BotServer, type NamedBot, readBot } from '../bots/read-bot.ts';
import { exitCodes } from '../command-failure.ts';
import { writeOutput } from '../printing/write-output.ts';
import { findProjectConfig, pluginsOf } from '../project/project-config.ts';
import { type JournaledBot, ofServer, readJournal, readLinkedBot, readVersions } from './held-bots.ts';
import { countDifferent, type RenderReplay, type Replayed } from './replay-result.ts';

export type ReplayFormat = 'pretty' | 'json' | 'markdown' | 'github';

/** The arguments of `botwright replay`. */
export interface ReplayOptions extends BotServer {
  /** File of the draft; absent: the draft of the server. */
  readonly draft: string | undefined;
  readonly bot: string;
  readonly last: number;
  readonly format: ReplayFormat;
  readonly maxDifferent?: number;
  /** Whether the result quotes visitors and the bot. */
  readonly words: boolean;
  readonly config?: string;
}

/**
 * Repeats the last conversations of a bot on a draft, and prints the differences.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When the draft or the journal cannot be read.
 * @spec JR20, JR21, JR22, JR23, JR24
 */
export async function replay(options: ReplayOptions): Promise<number> {
  const { from, token, bot, last, maxDifferent, words } = options;
  const plugins = await pluginsOf(await findProjectConfig(options.config));
  const draft = options.draft === undefined ? undefined : await readBot(options.draft, options);
  const journaled = await readJournal({ from, token, bot, most: last });
  const { server, record, feedback } = journaled;
  const diagram = draft?.diagram ?? (await ofServer(() => server.getDraft(record.id))).diagram;
  const versions = await ofServer(() => readVersions(journaled));
  const whole = (each: TestedBot['diagram']): TestedBot => ({
    diagram: each,
    number: record.number,
    channelFamily: record.channelFamily,
  });
  const replayed = await replayAll(journaled, ({ conversation, bots }) => {
    const held = versions.get(conversation.start.version ?? '');
    return replayConversation(conversation, whole(diagram), {
      ...plugins,
      bots,
      feedback,
      ...(held !== undefined && { held: whole(held) }),
    });
  });
  const result = {
    bot: record.name,
    draft: draft?.name ?? `draft of ${record.name}`,
    file: options.draft,
    ...(draft !== undefined && { places: placesOfBlocks(draft) }),
    maxDifferent,
    hasWords: words,
    replayed,
  };
  const { render } = await formats[options.format]();
  writeOutput(`${render(result)}\n`);
  return countDifferent(result) > (maxDifferent ?? Number.POSITIVE_INFINITY) ? exitCodes.failure : exitCodes.done;
}

function placesOfBlocks({ text, diagram, pointer }: NamedBot): ReadonlyMap<string, Place> {
  const ids = Object.keys(diagram.nodes);
  const places = locateAll(
    text,
    ids.map((id) => `${pointer}/nodes/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return new Map(ids.flatMap((id, at) => (places[at] === undefined ? [] : [[id, places[at]]])));
}

type Replay = (given: {
  readonly conversation: JournaledConversation;
  /** Other bots, by their numbers. */
  readonly bots: Readonly<Record<number, TestedBot>>;
}) => Replayed['result'];

/** Replays each conversation; reads the bots to which conversations go when the first one gets there. */
async function replayAll(
  { server, conversations }: Pick<JournaledBot, 'server' | 'conversations'>,
  replayOne: Replay,
): Promise<readonly Replayed[]> {
  const bots: Record<number, TestedBot> = {};
  const asked = new Set<number>();
  const results: Replayed[] = [];
  for (const conversation of conversations) {
    let result = tryReplay(replayOne, { conversation, bots });
    while (result.kind === 'not_replayable' && result.bot !== undefined && !asked.has(result.bot)) {
      const { bot } = result;
      asked.add(bot);
      const found = await ofServer(() => readLinkedBot(server, bot));
      if (found === undefined) break;
      bots[bot] = found;
      result = tryReplay(replayOne, { conversation, bots });
    }
    results.push({ conversation, result });
  }
  return results;
}

/** A server may answer with a conversation that no bot had. */
function tryReplay(replayOne: Replay, given: Parameters<Replay>[0]): Replayed['result'] {
  try {
    return replayOne(given);
  } catch (error) {
    return { kind: 'not_replayable', why: `it cannot be repeated: ${error instanceof Error ? error.message : error}` };
  }
}

const formats: Readonly<Record<ReplayFormat, () => Promise<{ readonly render: RenderReplay }>>> = {
  pretty: () => import('./formats/pretty.ts'),
  json: () => import('./formats/json.ts'),
  markdown: () => import('./formats/markdown.ts'),
  github: () => import('./formats/github.ts'),
};
