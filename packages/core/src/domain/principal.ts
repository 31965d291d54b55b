export const permissions = ['view_bots', 'edit_bots', 'view_integrations', 'edit_integrations'] as const;
export type Permission = (typeof permissions)[number];

/** Who is calling, and what of the brand they may see and do. */
export interface Principal {
  readonly brand: string;
  readonly person: number;
  /** What lies in a workspace outside these is answered as absent. */
  readonly workspaces: readonly number[];
  readonly permissions: readonly Permission[];
}
