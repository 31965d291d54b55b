import { completeDiagram } from '../../domain/diagram/complete-diagram.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import { linkedBotsOf } from '../../domain/diagram/linked-bots.ts';
import type { Violation } from '../../domain/rules/violation.ts';
import type { BotReader } from '../../ports/bot-store.ts';
import { EngineError } from '../engine-error.ts';
import type { Scope } from '../scope.ts';
import { findLinkedBots } from './link-facts.ts';

/** Adds to a diagram what the service adds, and tells which links lead to no bot that the caller may know of. */
export async function completeForBrand(
  scope: Scope,
  bots: BotReader,
  diagram: Diagram,
): Promise<{ readonly diagram: Diagram; readonly violations: readonly Violation[] }> {
  const { catalog } = scope;
  const linkedBots = await findLinkedBots(scope, bots, linkedBotsOf(diagram, catalog).ids);
  return completeDiagram(diagram, { catalog, linkedBots });
}

/**
 * The same for a diagram that is about to be stored.
 *
 * @throws {EngineError} `linked_bot_not_found`, with one violation for each such block
 * @spec DR9, DR17
 */
export async function completeForWrite(scope: Scope, bots: BotReader, diagram: Diagram): Promise<Diagram> {
  const completed = await completeForBrand(scope, bots, diagram);
  if (completed.violations.length > 0) {
    throw new EngineError('linked_bot_not_found', { violations: completed.violations });
  }
  return completed.diagram;
}
