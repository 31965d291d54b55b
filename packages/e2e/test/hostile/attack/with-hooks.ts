import { hooksOf } from '../hostile-server.ts';
import type { Attack } from './attack.ts';

/** Makes hooks of the attacker, and deletes them when `work` has ended. */
export async function withHooks(attack: Attack, urls: readonly string[], work: () => Promise<void>): Promise<void> {
  const hooks = await hooksOf(attack.line);
  const made: number[] = [];
  for (const url of urls) {
    const answer = (await attack.call('POST', hooks, { url })) as { readonly hook?: { readonly id: number } };
    if (answer?.hook !== undefined) made.push(answer.hook.id);
  }
  await work();
  for (const id of made) await attack.call('DELETE', `${hooks}${id}/`);
}
