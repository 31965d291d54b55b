import { isApiError, type VersionSummary } from '@botwright/client';
import { maxVersionNameLength } from '@botwright/core/inputs';
import { useState } from 'preact/hooks';
import { botsApi } from '../api/clients.ts';
import { useIdempotencyKey } from '../api/idempotency.ts';
import { fieldProblems, problemText } from '../api/problems.ts';
import { useAction, useLoad } from '../api/use-load.ts';
import { BotFrame, useBot } from '../bots/bot-frame.tsx';
import { hrefOf } from '../fragment.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog, Dialog, DialogForm } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Empty, Loading, Pager } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { Notice } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { notify } from '../parts/toasts.tsx';
import { ViolationList } from '../parts/violation-list.tsx';
import { go } from '../router.ts';
import { useMay } from '../shell/session.ts';
import { Comparison, draftId } from './comparison.tsx';
import { versionName } from './version-name.ts';

const pageSize = 20;

interface Chosen {
  readonly act: 'label' | 'restore' | 'delete';
  readonly version: VersionSummary;
}

/** What was published, newest first. @spec CO37 */
export function VersionList({
  botId,
  query,
}: {
  readonly botId: string;
  readonly query: Readonly<Record<string, string>>;
}) {
  const bot = useBot(botId);
  const mayEdit = useMay('edit_bots') && bot.data?.state === 'active';
  const page = Math.max(1, Math.trunc(Number(query['page'] ?? 1)) || 1);
  const loaded = useLoad(`versions ${botId} ${page}`, (signal) =>
    botsApi.versions.list(botId, { page, page_size: pageSize }, { signal }).page(),
  );
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined);
  const { from, to } = query;
  const show = (next: Readonly<Record<string, string | number | undefined>>) =>
    go(hrefOf(['bots', botId, 'versions'], next), { isReplaced: true });
  const compare = (first: string, second: string) =>
    show({ page: page > 1 ? page : undefined, from: first, to: second });
  const reload = () => {
    loaded.reload();
    bot.reload();
  };

  return (
    <BotFrame loaded={bot} tab="versions" onPublished={loaded.reload}>
      {() => (
        <>
          <Loading loaded={loaded}>
            {({ items, total }) =>
              items.length === 0 ? (
                <Empty icon="restore" title={page > 1 ? 'No more versions' : 'Never published'}>
                  <p>Each publication is kept here, to compare and to go back to.</p>
                </Empty>
              ) : (
                <>
                  <ul class="panel rows" aria-label="Versions">
                    {items.map((version, at) => {
                      const isLive = page === 1 && at === 0;
                      const before = items[at + 1];
                      return (
                        <li key={version.id} class="keeps-side">
                          <div class="row-main">
                            <strong>{versionName(version)}</strong>
                            <p class="meta">
                              {isLive && <Badge tone="success">Live</Badge>}
                              <span>
                                <Time at={version.published_at} /> by person {version.published_by}
                              </span>
                              {version.restored_from !== undefined && (
                                <span>{restoredFrom(version.restored_from, items)}</span>
                              )}
                            </p>
                          </div>
                          <div class="row-side">
                            <Button
                              isSmall
                              onClick={() =>
                                before === undefined ? compare(version.id, draftId) : compare(before.id, version.id)
                              }
                            >
                              Compare
                            </Button>
                            {mayEdit && (
                              <Menu
                                label={`Actions of ${versionName(version)}`}
                                items={[
                                  {
                                    label: version.name === undefined ? 'Add a label' : 'Change the label',
                                    icon: 'edit',
                                    onSelect: () => setChosen({ act: 'label', version }),
                                  },
                                  {
                                    label: 'Compare with the draft',
                                    icon: 'copy',
                                    onSelect: () => compare(version.id, draftId),
                                  },
                                  {
                                    label: 'Restore and publish',
                                    icon: 'restore',
                                    isDisabled: isLive,
                                    onSelect: () => setChosen({ act: 'restore', version }),
                                  },
                                  {
                                    label: 'Delete',
                                    icon: 'trash',
                                    isDanger: true,
                                    isDisabled: isLive,
                                    onSelect: () => setChosen({ act: 'delete', version }),
                                  },
                                ]}
                              />
                            )}
                          </div>
                        </li>
                      );
                    })}
                  </ul>
                  <Pager page={page} pageSize={pageSize} total={total} onPage={(next) => show({ page: next })} />
                </>
              )
            }
          </Loading>
          {from !== undefined && to !== undefined && loaded.data !== undefined && bot.data !== undefined && (
            <Comparison
              bot={bot.data}
              versions={loaded.data.items}
              from={from}
              to={to}
              onChange={compare}
              onClose={() => show({ page: page > 1 ? page : undefined })}
            />
          )}
          {chosen?.act === 'label' && (
            <LabelVersion botId={botId} version={chosen.version} onClose={() => setChosen(undefined)} onDone={reload} />
          )}
          {chosen?.act === 'restore' && (
            <RestoreVersion
              botId={botId}
              version={chosen.version}
              onClose={() => setChosen(undefined)}
              onDone={reload}
            />
          )}
          {chosen?.act === 'delete' && (
            <DeleteVersion
              botId={botId}
              version={chosen.version}
              onClose={() => setChosen(undefined)}
              onDone={reload}
            />
          )}
        </>
      )}
    </BotFrame>
  );
}

function restoredFrom(id: string, versions: readonly VersionSummary[]): string {
  const source = versions.find((version) => version.id === id);
  return source === undefined ? 'Restored from an older version' : `Restored from ${versionName(source)}`;
}

interface VersionDialog {
  readonly botId: string;
  readonly version: VersionSummary;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function LabelVersion({ botId, version, onClose, onDone }: VersionDialog) {
  const [name, setName] = useState(version.name ?? '');
  const save = useAction(async () => {
    await botsApi.versions.label(botId, version.id, { name: name.trim() === '' ? null : name });
    onDone();
    onClose();
  });
  const problems = fieldProblems(save.error, ['name'], { version_name_not_accepted: 'name' });
  return (
    <Dialog title="Label of the version" onClose={onClose}>
      <DialogForm
        submit="Save"
        isBusy={save.isBusy}
        error={problems['']}
        onSubmit={() => void save.run()}
        onCancel={onClose}
      >
        <TextField
          label="Label"
          hint="Empty: no label."
          value={name}
          onInput={setName}
          error={problems['name']}
          most={maxVersionNameLength}
          isFirst
        />
      </DialogForm>
    </Dialog>
  );
}

function RestoreVersion({ botId, version, onClose, onDone }: VersionDialog) {
  const { keyFor } = useIdempotencyKey();
  const restore = useAction(async () => {
    const body = { source: version.id };
    try {
      await botsApi.versions.publish(botId, body, { idempotencyKey: keyFor(body) });
    } catch (error) {
      // The draft is the old diagram by then.
      if (isApiError(error, 'restored_draft_has_violations')) onDone();
      throw error;
    }
    notify('The version is live again.');
    onDone();
    onClose();
  });
  const { error } = restore;
  const violations = isApiError(error) ? error.violations : [];
  return (
    <Dialog title="Restore this version?" size="medium" onClose={onClose}>
      <DialogForm
        submit="Restore and publish"
        isBusy={restore.isBusy}
        isDisabled={violations.length > 0}
        error={error === undefined || violations.length > 0 ? undefined : problemText(error)}
        onSubmit={() => void restore.run()}
        onCancel={onClose}
      >
        {violations.length > 0 ? (
          <Notice kind="warning">
            <p>
              <strong>It breaks rules of today, and was not published. It is the draft now, for you to mend.</strong>
            </p>
            <ViolationList violations={violations} botId={botId} />
          </Notice>
        ) : (
          <p>
            {versionName(version)} takes the place of the draft, and is published as a new version. What only the draft
            has is lost.
          </p>
        )}
      </DialogForm>
    </Dialog>
  );
}

function DeleteVersion({ botId, version, onClose, onDone }: VersionDialog) {
  const destroy = useAction(async () => {
    await botsApi.versions.delete(botId, version.id);
    notify('The version is deleted.');
    onDone();
    onClose();
  });
  return (
    <ConfirmDialog
      title="Delete this version?"
      confirm="Delete"
      isBusy={destroy.isBusy}
      error={destroy.error}
      onConfirm={() => void destroy.run()}
      onClose={onClose}
    >
      <p>{versionName(version)} can then no longer be compared or restored. What is live stays as it is.</p>
    </ConfirmDialog>
  );
}
