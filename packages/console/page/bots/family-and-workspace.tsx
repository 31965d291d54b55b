import { SelectField } from '../parts/field.tsx';
import { useSession } from '../shell/session.ts';
import { familyName } from './families.ts';

/** The family and the workspace of a new bot. A person with one workspace does not choose it. */
export function FamilyAndWorkspace({
  problems,
  ...chosen
}: {
  readonly family: string;
  readonly setFamily: (family: string) => void;
  readonly workspace: string;
  readonly setWorkspace: (workspace: string) => void;
  readonly problems: Readonly<Record<string, string>>;
}) {
  const { families, workspaces } = useSession();
  return (
    <div class="two">
      <SelectField
        label="Channel family"
        hint="Where its visitors write. It cannot change later."
        value={chosen.family}
        onChange={chosen.setFamily}
        error={problems['channel_family']}
        choices={families.map((value) => ({ value, label: familyName(value) }))}
      />
      {workspaces.length > 1 && (
        <SelectField
          label="Workspace"
          value={chosen.workspace}
          onChange={chosen.setWorkspace}
          error={problems['workspace']}
          choices={workspaces.map((number) => ({ value: String(number), label: `Workspace ${number}` }))}
        />
      )}
    </div>
  );
}
