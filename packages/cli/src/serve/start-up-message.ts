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
  return `${JSON.stringify({ ...addresses, pid, ...(tokens !== undefined && { tokens }) })}\n`;
}

/** What a person reads when the server is ready. @spec SV5, SV7, SV57 */
export function renderStartUpMessage(facts: StartUpFacts): string {
  const { urls, data, database, link, tokens } = facts;
  const kept = [`  Data          ${data}`, ...(database === undefined ? [] : [`  Database      ${database}`])];
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
      'The tokens are shown this once: only hashes of them are kept. Try them:',
      '',
      ...tryOut(urls, tokens).map((line) => `  ${line}`),
    );
  }
  return `${lines.join('\n')}\n\nStop with Ctrl+C.\n`;
}

/** One line for each interface. Each works by itself, in any order. */
function tryOut(urls: BaseUrls, { agent, channel }: DemoTokens): readonly string[] {
  const by = (token: string): string => `-H 'Authorization: Token ${token}' -H 'Content-Type: application/json'`;
  return [
    `curl ${by(agent)} -d '{"name":"Hello","channel_family":"apichat"}' ${urls.bots}/bots`,
    `curl ${by(channel)} -d '{"message":{"type":"text","message":"Hi"},"customer":{"name":"Ada"}}' ${urls.chat}send/ada/`,
    `curl ${by(agent)} ${urls.platform}customers/`,
  ];
}
