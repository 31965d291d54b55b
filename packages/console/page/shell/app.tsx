import { isApiError } from '@botwright/client';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { AccountsPage } from '../accounts/accounts-page.tsx';
import { isSignedOut } from '../api/clients.ts';
import type { Session } from '../api/console-records.ts';
import { problemText } from '../api/problems.ts';
import { type Loaded, useLoad } from '../api/use-load.ts';
import { BotPage } from '../bot/bot-page.tsx';
import { BotList } from '../bots/bot-list.tsx';
import { ChannelList } from '../channels/channel-list.tsx';
import { ChannelPage } from '../channels/channel-page.tsx';
import { ConversationsPage } from '../conversations/conversations-page.tsx';
import { CustomerList } from '../customers/customer-list.tsx';
import { CustomerPage } from '../customers/customer-page.tsx';
import { DeliveryList } from '../deliveries/delivery-list.tsx';
import { DeliveryPage } from '../deliveries/delivery-page.tsx';
import { hrefOf, type Query, type Route } from '../fragment.ts';
import { MailList } from '../mails/mail-list.tsx';
import { LinkButton } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { Loading } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { leave, leaving, useRoute, useTitle } from '../router.ts';
import { useStore } from '../store.ts';
import { FeedbackPage } from '../versions/feedback-page.tsx';
import { VersionList } from '../versions/version-list.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Navigation } from './navigation.tsx';
import { home, loadSession } from './session.ts';
import { SignIn } from './sign-in.tsx';

export function App() {
  const session = useLoad('session', loadSession);
  return (
    <>
      <ConnectionNotice />
      {session.data === undefined ? <Beginning session={session} /> : <Shell />}
      <Leaving />
      {useStore(isSignedOut) && <SignIn />}
      <Toasts />
    </>
  );
}

/** Before the session is known. */
function Beginning({ session }: { readonly session: Loaded<Session> }) {
  useTitle('');
  const isUsedUp = isApiError(session.error, 'not_authenticated');
  return (
    <main class="alone">
      {isUsedUp ? (
        <>
          <h1>This link works no longer</h1>
          <p>{problemText(session.error)}</p>
          <div class="actions">
            <LinkButton kind="primary" href={home}>
              Sign in
            </LinkButton>
          </div>
        </>
      ) : (
        <Loading loaded={session}>{() => null}</Loading>
      )}
    </main>
  );
}

function Shell() {
  const route = useRoute();
  const content = useRef<HTMLElement>(null);
  const [area = 'bots'] = route.segments;
  // The list of conversations stays next to each of them.
  const view = area === 'conversations' ? area : route.segments.slice(0, 2).join('/');
  useEffect(() => content.current?.scrollTo(0, 0), [view]);
  return (
    <div class="shell">
      <Navigation current={area} />
      <main class="content" ref={content} tabIndex={-1}>
        <ErrorBoundary key={view}>
          <View route={route} />
        </ErrorBoundary>
      </main>
    </div>
  );
}

function View({ route: { segments, query } }: { readonly route: Route }) {
  const [area = 'bots', id, tab] = segments;
  const number = id !== undefined && /^[1-9]\d{0,15}$/.test(id) ? Number(id) : undefined;
  if (id === undefined) {
    const List = lists[area];
    return List === undefined ? <NoSuchView /> : <List query={query} />;
  }
  if (area === 'bots') {
    if (tab === 'versions') return <VersionList key={id} botId={id} query={query} />;
    if (tab === 'feedback') return <FeedbackPage key={id} botId={id} />;
    return <BotPage key={id} botId={id} tab={tab ?? 'diagram'} />;
  }
  if (area === 'deliveries') return <DeliveryPage key={id} deliveryId={id} />;
  if (number === undefined) return <NoSuchView />;
  if (area === 'channels') return <ChannelPage key={id} channelId={number} />;
  if (area === 'customers') return <CustomerPage key={id} customerId={number} />;
  return area === 'conversations' ? <ConversationsPage customerId={number} query={query} /> : <NoSuchView />;
}

const lists: Readonly<Record<string, (props: { readonly query: Query }) => JSX.Element>> = {
  bots: BotList,
  channels: ChannelList,
  customers: CustomerList,
  deliveries: DeliveryList,
  mails: MailList,
  accounts: AccountsPage,
  conversations: ({ query }) => <ConversationsPage customerId={undefined} query={query} />,
};

function NoSuchView() {
  return (
    <div class="page">
      <PageHead title="There is nothing here">
        <LinkButton href={hrefOf(['bots'])}>Go to the bots</LinkButton>
      </PageHead>
      <p>The address names no view of this page.</p>
    </div>
  );
}

/** Asks before the user leaves a view with unsaved work. */
function Leaving() {
  const target = useStore(leaving);
  if (target === undefined) return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Leave"
      act={async () => leave()}
      onClose={() => leaving.set(undefined)}
    >
      <p>{target.reason}</p>
    </ConfirmDialog>
  );
}
