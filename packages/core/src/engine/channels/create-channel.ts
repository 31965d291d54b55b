import * as v from 'valibot';
import { decideWorkspace } from '../../domain/bot/decide-workspace.ts';
import { sha256 } from '../../system/sha256.ts';
import { EngineError } from '../engine-error.ts';
import { invalidParameters, shape } from '../input/read-input.ts';
import { readWhole } from '../input/read-whole.ts';
import { takeRead } from '../input/take-read.ts';
import type { Channel, ChannelCreation } from '../platform.ts';
import { commit, type Parts, type Scope } from '../scope.ts';
import { toChannel } from './find-channel.ts';
import { chatType, findChannelFaults } from './read-channel.ts';
import { sealWebhook } from './seal-webhook.ts';

const creationShape = shape({
  type: v.string(),
  name: v.string(),
  workspace: v.optional(v.pipe(v.number(), v.safeInteger())),
  token: v.optional(v.string()),
  webhookUrl: v.optional(v.string()),
});

/** @spec CH4, CH5, CH6, CH7, CH8, CH9, CH10, CH11, CH12 */
export async function createChannel(
  scope: Scope,
  creation: ChannelCreation,
): Promise<{ readonly channel: Channel; readonly token?: string }> {
  const wish = readWhole(creationShape, creation);
  const faults = findChannelFaults(scope, wish);
  if (faults.length > 0) return takeRead({ ok: false, faults });
  const place = decideWorkspace(wish.workspace, scope.principal.workspaces);
  if (place.kind === 'refused') throw new EngineError(place.code);
  const token = wish.type === chatType ? (wish.token ?? scope.ids.token()) : undefined;
  if (wish.token !== undefined) await requireFreeToken(scope, sha256(wish.token));

  const made = commit(scope, async (tx) => {
    const record = await tx.channels.insert({
      id: scope.ids.uuid(),
      name: wish.name.trim(),
      type: wish.type,
      workspace: place.workspace,
      purpose: 'live',
      active: true,
      configured: false,
      createdAt: scope.clock.now(),
      ...(token !== undefined && { tokenHash: sha256(token) }),
      ...(wish.webhookUrl !== undefined && {
        webhook: sealWebhook(scope, scope.principal.brand, wish.webhookUrl),
      }),
    });
    return { channel: await toChannel(tx, record), ...(token !== undefined && { token }) };
  });
  return made.catch(async (error: unknown) => {
    if (wish.token !== undefined) await requireFreeToken(scope, sha256(wish.token));
    throw error;
  });
}

/**
 * One token, one caller. Of two who give the same one at the same time, the store refuses one with a fault: asked
 * again then, this tells why.
 *
 * @throws {EngineError} `invalid_parameters`
 * @spec CH9, CH19
 */
async function requireFreeToken({ storage }: Pick<Parts, 'storage'>, hash: string): Promise<void> {
  const { installation } = storage;
  const holder = (await installation.findTokenHolder(hash)) ?? (await installation.findPrincipal(hash));
  if (holder !== undefined) throw invalidParameters('token', 'Another channel or agent has this token.');
}
