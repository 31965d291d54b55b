import { PageHead } from '../parts/page-head.tsx';

export function BotList({ query: _query }: { readonly query: Readonly<Record<string, string>> }) {
  return (
    <div class="page">
      <PageHead title="Bots" />
    </div>
  );
}
