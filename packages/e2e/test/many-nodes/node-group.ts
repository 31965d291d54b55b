import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadyLine } from '../../../cli/test/support/serve-process.ts';
import { type Supervisor, supervise } from '../support/supervise.ts';

export const agentToken = 'agent-token-of-the-nodes';
export const channelToken = 'channel-token-of-the-nodes';

export interface NodeGroup {
  readonly nodes: readonly Supervisor[];
  end(): Promise<void>;
}

export interface NodeGroupOptions {
  readonly count: number;
  /** URL of the database that they share. */
  readonly database: string;
  /** Where the webhook of the channel goes. */
  readonly webhookUrl: string;
  /** More tokens of agents. */
  readonly tokens?: readonly { readonly token: string; readonly person: number }[];
  /** Called each time that a node serves. */
  onServing?(line: ReadyLine, node: number): void;
}

/** Starts servers on one database, and each again when it dies. They have a folder each, and the same keys and brand. */
export async function startNodes({
  count,
  database,
  webhookUrl,
  tokens = [],
  onServing = () => {},
}: NodeGroupOptions): Promise<NodeGroup> {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-nodes-'));
  const settings = {
    allow_private_targets: true,
    retry_scale: 0.01,
    rate_limits: { bots: 0, platform: 0, apichat: 0 },
    secret_keys: [{ id: 'a', key: Buffer.alloc(32, 1).toString('base64') }],
    brands: [
      {
        name: 'acme',
        plan: 'professional',
        workspaces: [1],
        tokens: [{ token: agentToken, person: 1 }, ...tokens],
        channels: [{ type: 'apichat', name: 'Messenger', token: channelToken, webhook_url: webhookUrl }],
      },
    ],
  };
  const nodes: Supervisor[] = [];
  for (let node = 0; node < count; node += 1) {
    const config = join(folder, `config-${node}.json`);
    const supervisor = supervise({
      data: join(folder, `data-${node}`),
      config,
      flags: ['--database', database],
      // The user agent of webhooks says which run of which node sent them.
      onStart: (servers) =>
        writeFileSync(config, JSON.stringify({ ...settings, user_agent_brand: `node-${node}-run-${servers}` })),
      onServing: (line) => onServing(line, node),
    });
    nodes.push(supervisor);
    // The first one makes the brand.
    await supervisor.serving();
  }
  return {
    nodes,
    async end() {
      await Promise.all(nodes.map((node) => node.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
