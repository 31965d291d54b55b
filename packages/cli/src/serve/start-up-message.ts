import { printable, printableJson } from '../printing/printable.ts';
import type { BaseUrls } from './http-servers.ts';

/** What a server prints when it is ready. */
export interface StartUpFacts {
  /** Where it answers; a worker answers its operator alone. */
  readonly urls: BaseUrls | { readonly operator: string };
  /** The data folder, as it was given. */
  readonly data: string;
  /** Name of the database, without password. */
  readonly database?: string;
  /** To the console; after a first start it signs in, once. */
  readonly link?: string;
  /** Where visitors talk to a bot: the one that a first start has published, or another one. */
  readonly chat?: { readonly url: string; readonly bot?: number };
  /** Only at the first start. */
  readonly tokens?: DemoTokens;
}

/** The tokens of the brand that a first start makes. */
export interface DemoTokens {
  readonly agent: string;
  /** Of its `apichat` channel. */
  readonly channel: string;
}

/** The ready line that programs read. @spec SV4, SV7 */
export function renderReadyLine({ urls, tokens }: StartUpFacts, pid: number): string {
  const addresses =
    'operator' in urls
      ? { operator_url: urls.operator }
      : { bots_url: urls.bots, platform_url: urls.platform, chat_url: urls.chat };
  return `${printableJson({ ...addresses, pid, ...(tokens !== undefined && { tokens }) })}\n`;
}

/** What a person reads when the server is ready. @spec SV5, SV7, SV57 */
export function renderStartUpMessage(facts: StartUpFacts): string {
  const { urls, data, database, link, chat, tokens } = facts;
  const kept = [
    `  Data          ${printable(data)}`,
    ...(database === undefined ? [] : [`  Database      ${printable(database)}`]),
  ];
  if ('operator' in urls) {
    const lines = [
      'Botwright is working: conversations and webhooks.',
      '',
      `  For operators ${urls.operator}`,
      ...kept,
    ];
    return `${lines.join('\n')}\n\nStop with Ctrl+C.\n`;
  }
  const lines = [
    'Botwright is serving.',
    '',
    ...(link === undefined ? [] : [`  Console       ${link}`]),
    ...(chat === undefined ? [] : [`  Web chat      ${chat.url}/${chat.bot ?? '<number of a bot>'}`]),
    `  Bots API      ${urls.bots}`,
    `  Platform API  ${urls.platform}`,
    `  APIchat       ${urls.chat}`,
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
      'The tokens are shown this once: only hashes of them are kept.',
      '',
      ...tryOut(urls, chat, tokens).map((line) => (line === '' ? '' : `  ${line}`)),
    );
  }
  return `${lines.join('\n')}\n\nStop with Ctrl+C.\n`;
}

/** One request to try: what a visitor says to the demo bot, or, where there is none, what an agent asks. @spec SV57 */
function tryOut(urls: BaseUrls, chat: StartUpFacts['chat'], { agent }: DemoTokens): readonly string[] {
  const json = "-H 'Content-Type: application/json'";
  if (chat?.bot === undefined) {
    const body = '{"name":"Hello","channel_family":"native"}';
    return ['Make a bot:', '', `curl -H 'Authorization: Token ${agent}' ${json} -d '${body}' ${urls.bots}/bots`];
  }
  const body = '{"message":{"type":"text","message":"Hi"}}';
  return [
    'Say something to the demo bot, and read what it answers:',
    '',
    `curl ${json} -d '${body}' ${chat.url}/api/${chat.bot}/messages`,
  ];
}
