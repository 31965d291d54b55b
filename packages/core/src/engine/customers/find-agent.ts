import type { AgentRecord } from '../../ports/installation.ts';
import type { Scope } from '../scope.ts';

/**
 * Finds an agent of the brand. Whoever is calling is one, known to the configuration or not. Asked outside every
 * transaction.
 *
 * @spec CU31, MS40, PE10
 */
export async function findAgent({ storage, principal }: Scope, id: unknown): Promise<AgentRecord | undefined> {
  const stored = await storage.installation.findBrand(principal.brand);
  const known = stored?.agents.find((agent) => agent.id === id);
  if (known !== undefined || id !== principal.person) return known;
  return { id: principal.person, name: '', email: '' };
}
