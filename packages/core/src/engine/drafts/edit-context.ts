import type { Diagram } from '../../domain/diagram/diagram.ts';
import { botIdsInChangeSet } from '../../domain/edits/bot-ids-in-change-set.ts';
import type { ChangeSet } from '../../domain/edits/change-set.ts';
import type { EditContext } from '../../domain/edits/edit-result.ts';
import type { BotReader } from '../../ports/bot-store.ts';
import type { Scope } from '../scope.ts';
import { findLinkedBots } from './link-facts.ts';

/** Gathers what an edit must know: the catalog, and the bots that it names by uuid. */
export async function editContext(
  scope: Scope,
  bots: BotReader,
  diagram: Diagram,
  changeSet: ChangeSet,
): Promise<EditContext> {
  const { catalog } = scope;
  return { catalog, linkedBots: await findLinkedBots(scope, bots, botIdsInChangeSet(diagram, changeSet, catalog)) };
}
