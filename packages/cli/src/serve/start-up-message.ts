import { printable, printableJson } from '../printing/printable.ts';
import type { BaseUrls } from './http-servers.ts';

/** The output of a server that is ready. */
export interface StartUpFacts {
  /** Its addresses; a worker answers only its operator. */
  readonly urls: BaseUrls | { readonly operator: string };
  /** The data folder, as in the flag. */
  readonly data: string;
  /** Name of the database, without password. */
  readonly database: string | undefined;
  /** URL of the console; after a first start it signs in, once. `undefined` without a console. */
  readonly link: string | undefined;
  /**
   * URL of the web chat, and the published bot of a first start; otherwise the number of another bot follows the URL.
   * `undefined` without a web chat.
   */
  readonly chat: { readonly url: string; readonly bot: number | undefined } | undefined;
  /** Only at the first start. */
  readonly tokens: DemoTokens | undefined;
}

/** The tokens of a first start's brand. */
export interface DemoTokens {
  readonly agent: string;
  /** The token of its `apichat` channel. */
  readonly channel: string;
}

/** The ready line that programs read. @spec SV4, SV7 */
export function renderReadyLine({ urls, tokens }: StartUpFacts, pid: number): string {
  const addresses =
    'operator' in urls
      ? { operator_url: urls.operator }
      : { bots_url: urls.bots, platform_url: urls.platform, chat_url: urls.chat };
  return `${printableJson({ ...addresses, pid, tokens })}\n`;
}

/** The text for a person when the server is ready. @spec SV5, SV7, SV57 */
export function renderStartUpMessage(facts: StartUpFacts): string {
  const { urls, data, database, link, chat, tokens } = facts;
  const kept = [
    named('Data', printable(data)),
    ...(database === undefined ? [] : [named('Database', printable(database))]),
  ];
  if ('operator' in urls) {
    const lines = [
      'Botwright is working: conversations and webhooks.',
      '',
      named('For operators', urls.operator),
      ...kept,
    ];
    return `${lines.join('\n')}\n\nStop with Ctrl+C.\n`;
  }
  const lines = [
    'Botwright is serving.',
    '',
    ...(link === undefined ? [] : [named('Console', link)]),
    ...(chat === undefined ? [] : [named('Web chat', `${chat.url}/${chat.bot ?? '<number of a bot>'}`)]),
    named('Bots API', urls.bots),
    named('Platform API', urls.platform),
    named('APIchat', urls.chat),
    ...kept,
  ];
  if (tokens !== undefined) {
    lines.push(
      '',
      'Open the console: its link signs you in, once, within an hour.',
      '',
      `  Agent token    ${tokens.agent}`,
      `  Channel token  ${tokens.channel}`,
      '',
      'The tokens are shown only once: the server stores only their hashes.',
      '',
      ...tryOut(urls, chat, tokens).map((line) => (line === '' ? '' : `  ${line}`)),
    );
  }
  return `${lines.join('\n')}\n\nStop with Ctrl+C.\n`;
}

const named = (name: string, value: string): string => `  ${name.padEnd(14)}${value}`;

/** A request to try: a visitor's message to the demo bot or, without one, a request of an agent. @spec SV57 */
function tryOut(urls: BaseUrls, chat: StartUpFacts['chat'], { agent }: DemoTokens): readonly string[] {
  const json = "-H 'Content-Type: application/json'";
  if (chat?.bot === undefined) {
    const body = '{"name":"Hello","channel_family":"native"}';
    return ['Make a bot:', '', `curl -H 'Authorization: Token ${agent}' ${json} -d '${body}' ${urls.bots}/bots`];
  }
  const body = '{"message":{"type":"text","message":"Hi"}}';
  return [
    'Send the demo bot a message, and read its answer:',
    '',
    `curl ${json} -d '${body}' ${chat.url}/api/${chat.bot}/messages`,
  ];
}
