import { isApiError, type VersionSummary } from '@botwright/client';
import { maxVersionNameLength } from '@botwright/core/inputs';
import { useState } from 'preact/hooks';
import { botsApi } from '../api/clients.ts';
import { useIdempotencyKey } from '../api/idempotency.ts';
import { problemText } from '../api/problems.ts';
import { useAction, useLoad } from '../api/use-load.ts';
import { BotFrame, useBot } from '../bots/bot-frame.tsx';
import { hrefOf, pageIn, type Query, type QueryChange } from '../fragment.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog, FormDialog } from '../parts/dialog.tsx';
import { Empty, PagedList } from '../parts/list.tsx';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { NameDialog } from '../parts/name-dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { notify } from '../parts/toasts.tsx';
import { ViolationList } from '../parts/violation-list.tsx';
import { go } from '../router.ts';
import { useMay } from '../shell/session.ts';
import { Comparison, draftId } from './comparison.tsx';
import { versionName } from './version-name.ts';

const pageSize = 20;

type Act = 'label' | 'restore' | 'delete';

/** The versions, newest first. @spec CO37 */
export function VersionList({ botId, query }: { readonly botId: string; readonly query: Query }) {
  const bot = useBot(botId);
  const mayEdit = useMay('edit_bots') && bot.data?.state === 'active';
  const page = pageIn(query);
  const loaded = useLoad(`versions ${botId} ${page}`, (signal) =>
    botsApi.versions.list(botId, { page, page_size: pageSize }, { signal }).page(),
  );
  const [chosen, setChosen] = useState<{ readonly act: Act; readonly version: VersionSummary }>();
  const { from, to } = query;
  const show = (next: QueryChange) => go(hrefOf(['bots', botId, 'versions'], next), { isReplaced: true });
  const compare = (first: string, second: string) =>
    show({ page: page > 1 ? page : undefined, from: first, to: second });
  const Chosen = chosen && dialogs[chosen.act];
  const reload = () => {
    loaded.reload();
    bot.reload();
  };

  return (
    <BotFrame loaded={bot} tab="versions" onPublished={loaded.reload}>
      {() => (
        <>
          <PagedList
            loaded={loaded}
            label="Versions"
            page={page}
            pageSize={pageSize}
            onPage={(next) => show({ page: next })}
            empty={
              <Empty icon="restore" title={page > 1 ? 'No more versions' : 'Never published'}>
                <p>Each publication is listed here, to compare and to restore.</p>
              </Empty>
            }
          >
            {(version, at, items) => (
              <VersionRow
                key={version.id}
                version={version}
                versions={items}
                isLive={page === 1 && at === 0}
                mayEdit={mayEdit}
                onCompare={compare}
                onAct={(act) => setChosen({ act, version })}
              />
            )}
          </PagedList>
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
          {chosen !== undefined && Chosen !== undefined && (
            <Chosen botId={botId} version={chosen.version} onClose={() => setChosen(undefined)} onDone={reload} />
          )}
        </>
      )}
    </BotFrame>
  );
}

function VersionRow({
  version,
  versions,
  isLive,
  mayEdit,
  onCompare,
  onAct,
}: {
  readonly version: VersionSummary;
  /** The page of versions, newest first. */
  readonly versions: readonly VersionSummary[];
  readonly isLive: boolean;
  readonly mayEdit: boolean;
  readonly onCompare: (first: string, second: string) => void;
  readonly onAct: (act: Act) => void;
}) {
  const { id, name, published_at, published_by, restored_from } = version;
  const before = versions[versions.indexOf(version) + 1];
  const menu: readonly MenuItem[] = [
    { label: name === undefined ? 'Add a label' : 'Change the label', icon: 'edit', onSelect: () => onAct('label') },
    { label: 'Compare with the draft', icon: 'copy', onSelect: () => onCompare(id, draftId) },
    { label: 'Restore and publish', icon: 'restore', isDisabled: isLive, onSelect: () => onAct('restore') },
    { label: 'Delete', icon: 'trash', isDanger: true, isDisabled: isLive, onSelect: () => onAct('delete') },
  ];
  return (
    <li class="keeps-side">
      <div class="row-main">
        <strong>{versionName(version)}</strong>
        <p class="meta">
          {isLive && <Badge tone="success">Live</Badge>}
          <span>
            <Time at={published_at} /> by person {published_by}
          </span>
          {restored_from !== undefined && <span>{restoredFrom(restored_from, versions)}</span>}
        </p>
      </div>
      <div class="row-side">
        <Button isSmall onClick={() => (before === undefined ? onCompare(id, draftId) : onCompare(before.id, id))}>
          Compare
        </Button>
        {mayEdit && <Menu label={`Actions of ${versionName(version)}`} items={menu} />}
      </div>
    </li>
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

const dialogs = { label: LabelVersion, restore: RestoreVersion, delete: DeleteVersion };

function LabelVersion({ botId, version, onClose, onDone }: VersionDialog) {
  const save = async (name: string) => {
    await botsApi.versions.label(botId, version.id, { name: name.trim() === '' ? null : name });
    onDone();
  };
  return (
    <NameDialog
      title="Label of the version"
      submit="Save"
      label="Label"
      hint="Empty: no label."
      name={version.name ?? ''}
      most={maxVersionNameLength}
      code="version_name_not_accepted"
      {...{ save, onClose }}
    />
  );
}

function RestoreVersion({ botId, version, onClose, onDone }: VersionDialog) {
  const { keyFor } = useIdempotencyKey();
  const restore = useAction(async () => {
    const body = { source: version.id };
    try {
      await botsApi.versions.publish(botId, body, { idempotencyKey: keyFor(body) });
    } catch (error) {
      // The draft already is the old diagram.
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
    <FormDialog
      title="Restore this version?"
      size="medium"
      submit="Restore and publish"
      isBusy={restore.isBusy}
      isDisabled={violations.length > 0}
      error={error === undefined || violations.length > 0 ? undefined : problemText(error)}
      onSubmit={() => void restore.run()}
      onClose={onClose}
    >
      {violations.length > 0 ? (
        <Notice kind="warning">
          <p>
            <strong>It breaks current rules and was not published. It is now the draft: correct it there.</strong>
          </p>
          <ViolationList violations={violations} botId={botId} />
        </Notice>
      ) : (
        <p>
          {versionName(version)} replaces the draft, and is published as a new version. Changes that only the draft have
          are lost.
        </p>
      )}
    </FormDialog>
  );
}

function DeleteVersion({ botId, version, onClose, onDone }: VersionDialog) {
  const destroy = async () => {
    await botsApi.versions.delete(botId, version.id);
    notify('The version is deleted.');
    onDone();
  };
  return (
    <ConfirmDialog title="Delete this version?" confirm="Delete" act={destroy} onClose={onClose}>
      <p>{versionName(version)} can then no longer be compared or restored. The live version does not change.</p>
    </ConfirmDialog>
  );
}
