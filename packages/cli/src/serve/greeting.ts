export interface Greeting {
  readonly botsUrl: string;
  /** As the person wrote it. */
  readonly data: string;
  /** Only at the first start. */
  readonly agentToken?: string;
}

/** The ready line that programs read. @spec SV4, SV7 */
export function renderReadyLine({ botsUrl, agentToken }: Greeting, pid: number): string {
  const tokens = agentToken === undefined ? {} : { tokens: { agent: agentToken } };
  return `${JSON.stringify({ bots_url: botsUrl, pid, ...tokens })}\n`;
}

/** What a person reads when the server is ready. @spec SV5, SV7 */
export function renderGreeting(greeting: Greeting): string {
  const { botsUrl, data, agentToken } = greeting;
  const lines = ['Botwright is serving.', '', `  Bots API  ${botsUrl}`, `  Data      ${data}`];
  if (agentToken !== undefined) {
    lines.push(`  Token     ${agentToken}`, '', 'The token is shown this once: only a hash of it is kept. Try it:', '');
    lines.push(...tryOut(botsUrl, agentToken).map((line) => `  ${line}`));
  }
  return `${lines.join('\n')}\n\nStop with Ctrl+C.\n`;
}

/** Each works as it stands, in this order or any other. */
function tryOut(botsUrl: string, token: string): readonly string[] {
  const authorization = `-H 'Authorization: Token ${token}'`;
  const json = "-H 'Content-Type: application/json'";
  return [
    `curl ${authorization} ${json} -d '{"name":"Hello","channel_family":"native"}' ${botsUrl}/bots`,
    `curl ${authorization} ${botsUrl}/bots`,
    `curl ${authorization} ${botsUrl}/blocks`,
  ];
}
