export type WorkspaceDecision =
  | { readonly kind: 'workspace'; readonly workspace: number }
  | { readonly kind: 'refused'; readonly code: 'workspace_required' | 'workspace_not_accepted' };

/**
 * Decides where a new bot goes.
 *
 * @param workspaces - Those of the caller.
 * @spec BO13, BO14
 */
export function decideWorkspace(wanted: number | undefined, workspaces: readonly number[]): WorkspaceDecision {
  if (wanted !== undefined) {
    return workspaces.includes(wanted)
      ? { kind: 'workspace', workspace: wanted }
      : { kind: 'refused', code: 'workspace_not_accepted' };
  }
  const [only, ...others] = workspaces;
  if (only === undefined || others.length > 0) return { kind: 'refused', code: 'workspace_required' };
  return { kind: 'workspace', workspace: only };
}
