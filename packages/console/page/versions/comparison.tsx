import type { Bot, VersionSummary } from '@botwright/client';
import { type Diagram, diffDiagrams, hasChanges } from '@botwright/core/diagram';
import { useMemo } from 'preact/hooks';
import { botsApi } from '../api/clients.ts';
import { useLoad } from '../api/use-load.ts';
import { DiagramDifference } from '../bot/diagram-difference.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField } from '../parts/field.tsx';
import { Loading } from '../parts/list.tsx';
import { versionName } from './version-name.ts';

/** Id of the draft among the versions. */
export const draftId = 'draft';

async function readDiagram(botId: string, versionId: string, signal: AbortSignal): Promise<Diagram> {
  const { diagram } =
    versionId === draftId
      ? await botsApi.drafts.get(botId, { signal })
      : await botsApi.versions.get(botId, versionId, { signal });
  return diagram as Diagram;
}

/** The difference of two versions, or of a version and the draft, in words and as a picture. */
export function Comparison({
  bot,
  versions,
  from,
  to,
  onChange,
  onClose,
}: {
  readonly bot: Bot;
  readonly versions: readonly VersionSummary[];
  readonly from: string;
  readonly to: string;
  readonly onChange: (from: string, to: string) => void;
  readonly onClose: () => void;
}) {
  const botId = bot.id;
  const ofBot = useMemo(
    () => ({ bot: { number: bot.number, id: bot.id }, channelFamily: bot.channel_family }),
    [bot.id],
  );
  const loaded = useLoad(`compare ${botId} ${from} ${to}`, async (signal) => {
    const [before, after] = await Promise.all([readDiagram(botId, from, signal), readDiagram(botId, to, signal)]);
    return { before, after };
  });
  const choices = [
    { value: draftId, label: 'The draft' },
    ...versions.map((version) => ({ value: version.id, label: versionName(version) })),
  ];
  const known = new Set(choices.map(({ value }) => value));
  const withUnlisted = (id: string) =>
    known.has(id) ? choices : [...choices, { value: id, label: 'An older version' }];
  return (
    <Dialog title="What has changed" size="large" onClose={onClose}>
      <div class="dialog-body">
        <div class="two">
          <SelectField
            label="From"
            value={from}
            choices={withUnlisted(from)}
            onChange={(value) => onChange(value, to)}
          />
          <SelectField label="To" value={to} choices={withUnlisted(to)} onChange={(value) => onChange(from, value)} />
        </div>
        <Loading loaded={loaded}>
          {({ before, after }) =>
            hasChanges(diffDiagrams(before, after)) ? (
              <DiagramDifference before={before} after={after} ofBot={ofBot} />
            ) : (
              <p class="muted">The two are the same.</p>
            )
          }
        </Loading>
      </div>
    </Dialog>
  );
}
