export const permissions = ['view_bots', 'edit_bots', 'view_integrations', 'edit_integrations'] as const;
export type Permission = (typeof permissions)[number];

/** The caller, with their rights in the brand. */
export interface Principal {
  readonly brand: string;
  readonly person: number;
  /** Records of other workspaces do not exist for the caller. Empty: the caller sees nothing. */
  readonly workspaces: readonly number[];
  readonly permissions: readonly Permission[];
}
