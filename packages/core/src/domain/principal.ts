/** All permissions, in the order of the documentation. `edit_…` does not include `view_…` of the same area. */
export const permissions = ['view_bots', 'edit_bots', 'view_integrations', 'edit_integrations'] as const;
/** One of `permissions`. */
export type Permission = (typeof permissions)[number];

/** The caller, with their rights in the brand. */
export interface Principal {
  readonly brand: string;
  readonly person: number;
  /** Records of other workspaces do not exist for the caller. Empty: the caller sees nothing. */
  readonly workspaces: readonly number[];
  readonly permissions: readonly Permission[];
}
