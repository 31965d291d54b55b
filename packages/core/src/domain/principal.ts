/** All permissions, in the order of the documentation. `edit_…` does not include `view_…` of the same area. */
export const permissions = ['view_bots', 'edit_bots', 'view_integrations', 'edit_integrations'] as const;
/** One of `permissions`. */
export type Permission = (typeof permissions)[number];

/** The caller, with their rights in the brand. */
export interface Principal {
  /** The tenant. Records of other brands do not exist for the caller. */
  readonly brand: string;
  /** Id of the person in the host; edits and publications record it. */
  readonly person: number;
  /** Records of other workspaces do not exist for the caller. Empty: the caller sees nothing. */
  readonly workspaces: readonly number[];
  /** A use-case that needs another one fails with `permission_denied`. */
  readonly permissions: readonly Permission[];
}
