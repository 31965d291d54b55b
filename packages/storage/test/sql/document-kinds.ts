import { recordKind } from '@botwright/core/ports';

interface Documents {
  readonly text?: string;
  readonly items?: readonly unknown[];
}

export interface Page extends Documents {
  readonly id: string;
}

/** A former state of a page. */
export interface PastPage extends Documents {
  readonly page: string;
  readonly number: number;
}

const fields = { text: 'document?', items: 'list?' } as const;

export const pages = recordKind<Page>()({ name: 'page', key: ['id'], fields: { id: 'text', ...fields } });

export const pastPages = recordKind<PastPage>()({
  name: 'past_page',
  key: ['page', 'number'],
  owner: { kind: 'page', fields: ['page'] },
  fields: { page: 'text', number: 'integer', ...fields },
  lists: {
    ofPage: { within: ['page'], filters: {}, orders: { newest: [{ field: 'number', direction: 'descending' }] } },
  },
});
