import type { Bot } from '@botwright/client';
import { botsApi, platformApi } from '../api/clients.ts';
import { useLoad } from '../api/use-load.ts';
import { familyName } from '../bots/families.ts';
import { hrefOf, pageIn, type Query } from '../fragment.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty, PagedList } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { go } from '../router.ts';
import { useMay, useSession } from '../shell/session.ts';
import { answeringBots } from './answering-bots.ts';

const pageSize = 20;
/** The largest page. Published bots come first, and the others answer on no channel. */
const mostBots = 100;

export function usePublishedBots(): readonly Bot[] {
  const mayView = useMay('view_bots');
  const bots = useLoad('published bots', async (signal) =>
    mayView ? (await botsApi.bots.list({ page_size: mostBots }, { signal }).page()).items : [],
  );
  return (bots.data ?? []).filter(({ published_at }) => published_at !== undefined);
}

/** The channels of the workspaces, and their answering bots. */
export function ChannelList({ query }: { readonly query: Query }) {
  const page = pageIn(query);
  const loaded = useLoad(`channels ${page}`, (signal) =>
    platformApi.channels.list({ offset: (page - 1) * pageSize, limit: pageSize }, { signal }).page(),
  );
  const bots = usePublishedBots();
  const { workspaces } = useSession();
  return (
    <div class="page">
      <PageHead title="Channels" />
      <PagedList
        loaded={loaded}
        label="Channels"
        page={page}
        pageSize={pageSize}
        onPage={(next) => go(hrefOf(['channels'], { page: next }))}
        empty={
          <Empty icon="channels" title="No channels">
            <p>Channels are where customers write. The configuration of the server names them.</p>
          </Empty>
        }
      >
        {(channel) => {
          const { named, otherwise } = answeringBots(channel, bots, workspaces);
          const answering = otherwise === undefined ? named : [otherwise];
          return (
            <li key={channel.id}>
              <div class="row-main">
                <a class="row-link" href={hrefOf(['channels', channel.id])}>
                  {channel.name}
                </a>
                <p class="meta">
                  <span>{familyName(channel.type)}</span>
                  <span>No. {channel.id}</span>
                  <span>
                    {answering.length === 0 ? 'No bot answers' : answering.map(({ name }) => name).join(', ')}
                  </span>
                </p>
              </div>
              <div class="row-side">{channel.active ? <Badge tone="success">Active</Badge> : <Badge>Off</Badge>}</div>
            </li>
          );
        }}
      </PagedList>
    </div>
  );
}
