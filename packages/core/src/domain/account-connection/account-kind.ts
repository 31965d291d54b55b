/** What an outside account is connected for. */
export const accountKinds = ['spreadsheets', 'scheduler'] as const;
export type AccountKind = (typeof accountKinds)[number];
