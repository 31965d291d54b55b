import type { Bot, Channel, Hook } from '@botwright/client';
import { maxHookNameLength } from '@botwright/core/inputs';
import { useState } from 'preact/hooks';
import { platformApi } from '../api/clients.ts';
import { fieldProblems } from '../api/problems.ts';
import { useAction, useLoad } from '../api/use-load.ts';
import { familyName } from '../bots/families.ts';
import { hrefOf } from '../fragment.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog, FormDialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Empty, Loading } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Time } from '../parts/time.tsx';
import { notify } from '../parts/toasts.tsx';
import { useSession } from '../shell/session.ts';
import { answeringBots } from './answering-bots.ts';
import { usePublishedBots } from './channel-list.tsx';

type Chosen =
  | { readonly act: 'make'; readonly hook?: undefined }
  | { readonly act: 'edit' | 'delete'; readonly hook: Hook };

/** One channel, with the URLs that receive its messages. @spec CO39 */
export function ChannelPage({ channelId }: { readonly channelId: number }) {
  const channel = useLoad(`channel ${channelId}`, (signal) => platformApi.channels.get(channelId, { signal }));
  const hooks = useLoad(`hooks ${channelId}`, (signal) => platformApi.hooks.list(channelId, {}, { signal }).all());
  const bots = usePublishedBots();
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined);
  const close = () => setChosen(undefined);

  return (
    <div class="page">
      <PageHead
        title={channel.data?.name ?? 'Channel'}
        back={{ href: hrefOf(['channels']), label: 'Channels' }}
        below={channel.data !== undefined && <ChannelStatus channel={channel.data} />}
      />
      <Loading loaded={channel}>
        {(known) => (
          <>
            <Answering channel={known} bots={bots} />
            <section class="stack" aria-labelledby="hooks">
              <div class="panel-head">
                <h2 id="hooks">Message hooks</h2>
                <Button icon="plus" onClick={() => setChosen({ act: 'make' })}>
                  New hook
                </Button>
              </div>
              <Loading loaded={hooks} rows={2}>
                {(items) =>
                  items.length === 0 ? (
                    <div class="panel">
                      <Empty icon="link" title="No message hooks">
                        <p>A hook is an address that is sent every message of this channel, as it happens.</p>
                      </Empty>
                    </div>
                  ) : (
                    <ul class="panel rows" aria-label="Message hooks">
                      {items.map((hook) => (
                        <li key={hook.id} class="keeps-side">
                          <div class="row-main">
                            <strong>{hook.name === '' ? `Hook ${hook.id}` : hook.name}</strong>
                            <code>{hook.url}</code>
                            <p class="meta">
                              {hook.active ? (
                                <Badge tone="success">Active</Badge>
                              ) : (
                                <Badge tone="warning">Off: the plan has no hooks</Badge>
                              )}
                              <span>{hook.token === '' ? 'Without a token' : 'With a token'}</span>
                              <span>
                                Changed <Time at={hook.updated_at} />
                              </span>
                            </p>
                          </div>
                          <div class="row-side">
                            <Menu
                              label={`Actions of hook ${hook.name === '' ? hook.id : hook.name}`}
                              items={[
                                { label: 'Edit', icon: 'edit', onSelect: () => setChosen({ act: 'edit', hook }) },
                                {
                                  label: 'Delete',
                                  icon: 'trash',
                                  isDanger: true,
                                  onSelect: () => setChosen({ act: 'delete', hook }),
                                },
                              ]}
                            />
                          </div>
                        </li>
                      ))}
                    </ul>
                  )
                }
              </Loading>
            </section>
          </>
        )}
      </Loading>
      {(chosen?.act === 'make' || chosen?.act === 'edit') && (
        <HookDialog channelId={channelId} hook={chosen.hook} onClose={close} onDone={hooks.reload} />
      )}
      {chosen?.act === 'delete' && (
        <ConfirmDialog
          title="Delete the message hook?"
          confirm="Delete"
          act={async () => {
            await platformApi.hooks.delete(channelId, chosen.hook.id);
            notify('The hook is deleted.');
            hooks.reload();
          }}
          onClose={close}
        >
          <p>
            <code>{chosen.hook.url}</code> gets no more messages; pending deliveries to it are dropped.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The bots that answer on the channel. */
function Answering({ channel, bots }: { readonly channel: Channel; readonly bots: readonly Bot[] }) {
  const { workspaces } = useSession();
  const { named, otherwise } = answeringBots(channel, bots, workspaces);
  return (
    <section class="panel padded" aria-labelledby="answers">
      <h2 id="answers">Who answers</h2>
      {otherwise !== undefined ? (
        <p>
          New customers get the bot that was published last for this family:{' '}
          <a href={hrefOf(['bots', otherwise.id])}>{otherwise.name}</a>.
        </p>
      ) : named.length === 0 ? (
        <p class="muted">No published bot.</p>
      ) : (
        <ul class="links">
          {named.map((bot) => (
            <li key={bot.id}>
              <a href={hrefOf(['bots', bot.id])}>{bot.name}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ChannelStatus({ channel }: { readonly channel: Channel }) {
  return (
    <p class="meta">
      {channel.active ? <Badge tone="success">Active</Badge> : <Badge>Off</Badge>}
      <span>{familyName(channel.type)}</span>
      <span>No. {channel.id}</span>
      <span>
        Made <Time at={channel.created_at} />
      </span>
    </p>
  );
}

interface HookDialogProps {
  readonly channelId: number;
  /** The hook to change; without it, a new one. */
  readonly hook: Hook | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function HookDialog({ channelId, hook, onClose, onDone }: HookDialogProps) {
  const [url, setUrl] = useState(hook?.url ?? '');
  const [name, setName] = useState(hook?.name ?? '');
  const [token, setToken] = useState(hook?.token ?? '');
  const save = useAction(async () => {
    const body = { url, name, token };
    if (hook === undefined) await platformApi.hooks.create(channelId, body);
    else await platformApi.hooks.update(channelId, hook.id, body);
    notify(hook === undefined ? 'The hook is made.' : 'The hook is changed.');
    onDone();
    onClose();
  });
  const problems = fieldProblems(save.error, ['url', 'name', 'token']);
  return (
    <FormDialog
      title={hook === undefined ? 'New message hook' : 'Edit the message hook'}
      submit={hook === undefined ? 'Create' : 'Save'}
      isBusy={save.isBusy}
      error={problems['']}
      onSubmit={() => void save.run()}
      onClose={onClose}
    >
      <TextField
        label="Address"
        hint="http or https. Every message of the channel is posted to it."
        type="url"
        placeholder="https://crm.example.com/messages"
        value={url}
        onInput={setUrl}
        error={problems['url']}
        isFirst
      />
      <TextField
        label="Name"
        hint="For people. It can be left empty."
        value={name}
        onInput={setName}
        error={problems['name']}
        most={maxHookNameLength}
      />
      <TextField
        label="Token"
        hint="The receiver finds it in the header Authorization. It can be left empty."
        type="password"
        autoComplete="new-password"
        value={token}
        onInput={setToken}
        error={problems['token']}
      />
    </FormDialog>
  );
}
