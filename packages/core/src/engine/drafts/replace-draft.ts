import type { Draft } from '../../domain/draft/draft.ts';
import type { HandOver, IfRevision } from '../engine.ts';
import { requirePermission, type Scope } from '../scope.ts';
import { completeForWrite } from './complete-for-write.ts';
import { toDraft } from './draft-answer.ts';
import { takeDiagram } from './read-diagram.ts';
import { writeDraft } from './write-draft.ts';

/** @spec DR5, DR7, DR9, DR17 */
export async function replaceDraft(
  scope: Scope,
  botId: string,
  input: unknown,
  options: (IfRevision & HandOver) | undefined,
): Promise<Draft> {
  requirePermission(scope.principal, 'edit_bots');
  const given = await takeDiagram(scope, input, options?.handedOverBytes);

  return writeDraft(scope, {
    botId,
    options,
    readsCurrent: false,
    async edit({ tx }) {
      const diagram = await completeForWrite(scope, tx.bots, given.diagram);
      return { diagram, removedConnections: [], ...(diagram === given.diagram && { diagramJson: given.diagramJson }) };
    },
    answer: toDraft,
  });
}
