import { scenarioOfConversation } from '@botwright/testing';
import { type ServerBotFlags, serverOf } from '../bots/server-flags.ts';
import { CommandFailure, exitCodes } from '../command-failure.ts';
import { printableLines } from '../printing/printable.ts';
import { writeOutput } from '../printing/write-output.ts';
import { findProjectConfig, pluginsOf } from '../project/project-config.ts';
import { ofServer, readJournal, readVersions } from '../replay/held-bots.ts';
import { openTarget } from './scenario-target.ts';

/** The arguments of `botwright record --conversation`. */
interface SaveOptions extends ServerBotFlags {
  /** File of the bot, if any. */
  readonly file: string | undefined;
  /** File for the scenario. */
  readonly out?: string;
  readonly name?: string;
  readonly config?: string;
  /** `<customer>`, or `<customer>@<beginning in milliseconds>`. */
  readonly conversation: string;
}

/** Conversations of the customer among which a named one is looked for. */
const most = 1_000;

/**
 * Makes a scenario of a conversation in the journal of a server, which passes with the version that held it. With a file,
 * that is the bot of the scenario.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When there is no such conversation, or it cannot be repeated.
 * @spec JR25
 */
export async function saveConversation(options: SaveOptions): Promise<number> {
  const [, customer, begunAt] = /^(\d{1,15})(?:@(\d{1,15}))?$/.exec(options.conversation) ?? [];
  if (customer === undefined) {
    throw new CommandFailure('usage', '--conversation is the number of a customer, as in 12, or 12@1790000000000.');
  }
  const { from, token, bot } = serverOf(options);
  if (bot === undefined) throw new CommandFailure('usage', '--conversation needs --from and --bot.');
  const target = openTarget(options.out, options.file);
  const { catalog, behaviours } = await pluginsOf(await findProjectConfig(options.config));
  const count = begunAt === undefined ? 1 : most;
  const journaled = await readJournal({ from, token, bot, most: count, customer: Number(customer) });
  const { conversations, record } = journaled;
  const found =
    begunAt === undefined ? conversations[0] : conversations.find((each) => each.begunAt === Number(begunAt));
  if (found === undefined) {
    throw new CommandFailure('usage', `The journal of ${record.name} has no conversation ${options.conversation}.`);
  }
  const versions = await ofServer(() => readVersions({ ...journaled, conversations: [found] }));
  const diagram = versions.get(found.start.version ?? '');
  if (diagram === undefined) {
    throw new CommandFailure('failure', `The version that held the conversation ${options.conversation} was deleted.`);
  }
  const { number, channelFamily } = record;
  const saved = scenarioOfConversation(
    found,
    { diagram, number, channelFamily },
    {
      name: options.name ?? `Conversation ${options.conversation}`,
      ...(catalog && { catalog }),
      ...(behaviours && { behaviours }),
    },
  );
  if ('why' in saved) {
    throw new CommandFailure(
      'failure',
      `The conversation ${options.conversation} cannot become a scenario: ${saved.why}`,
    );
  }
  const ofFile = options.file === undefined ? {} : { bot: target.pathFrom(options.file) };
  const text = target.write({ ...ofFile, channel_family: channelFamily }, saved.scenario);
  if (text !== undefined) writeOutput(text);
  else say(`-- ${target.existing === undefined ? 'wrote' : 'added to'} ${options.out}: ${saved.scenario.name}`);
  if (options.file === undefined && target.existing?.bot === undefined) {
    say('-- Name the file of the bot in it, as in "bot: lead.json": botwright test reads bots from files.');
  }
  return exitCodes.done;
}

function say(line: string): void {
  for (const each of printableLines(line)) process.stderr.write(`${each}\n`);
}
