export const permissions = ['view_bots', 'edit_bots', 'view_integrations', 'edit_integrations'] as const;
export type Permission = (typeof permissions)[number];

/** The caller, and what they may see and do in the brand. */
export interface Principal {
  readonly brand: string;
  readonly person: number;
  /** Records of other workspaces are treated as if they did not exist. Empty: the caller is in none, and sees nothing. */
  readonly workspaces: readonly number[];
  readonly permissions: readonly Permission[];
}
