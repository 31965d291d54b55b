/** The chapters of the page of results. */
export const chapters = ['drafts', 'checks', 'conversations', 'webhooks', 'lists', 'requests', 'size'] as const;
export type Chapter = (typeof chapters)[number];
