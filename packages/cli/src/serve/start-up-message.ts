import type { BaseUrls } from './http-servers.ts';

/** What a server prints when it is ready. */
export interface StartUpFacts {
  readonly urls: BaseUrls;
  /** The data folder, as it was given. */
  readonly data: string;
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
  const addresses = { bots_url: urls.bots, platform_url: urls.platform, chat_url: urls.chat };
  return `${JSON.stringify({ ...addresses, pid, ...(tokens !== undefined && { tokens }) })}\n`;
}

/** What a person reads when the server is ready. @spec SV5, SV7 */
export function renderStartUpMessage(facts: StartUpFacts): string {
  const { urls, data, tokens } = facts;
  const lines = [
    'Botwright is serving.',
    '',
    `  Bots API      ${urls.bots}`,
    `  Platform API  ${urls.platform}`,
    `  APIchat       ${urls.chat}`,
    `  Data          ${data}`,
  ];
  if (tokens !== undefined) {
    lines.push(
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
