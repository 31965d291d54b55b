import { accountKindsOf } from '../../accounts/account-kinds.ts';
import { problemText } from '../../api/problems.ts';
import { useLoad } from '../../api/use-load.ts';
import { hrefOf } from '../../fragment.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { useSession } from '../../shell/session.ts';
import type { ValueFieldProps } from './json-field.tsx';

/** Selects a connected account of a kind. If they cannot be listed, the author types the id. @spec CO47 */
export function AccountField({ label, kind, value, error, onChange }: ValueFieldProps & { readonly kind: string }) {
  const known = accountKindsOf(useSession()).find((each) => each.kind === kind);
  const { data: accounts, error: problem } = useLoad(`accounts ${kind}`, async (signal) => known?.list(signal));
  const present = value === undefined ? '' : String(value);
  const write = (next: string) => onChange(next === '' ? undefined : next);
  if (known === undefined || (accounts === undefined && problem !== undefined)) {
    const hint =
      known === undefined ? `Id of an account of kind ${kind}.` : `Id of the account. ${problemText(problem)}`;
    return <TextField label={label} hint={hint} error={error} value={present} onInput={write} />;
  }
  const isConnected = present === '' || (accounts?.some(({ id }) => id === present) ?? true);
  const names = Map.groupBy(accounts ?? [], ({ name }) => name);
  return (
    <SelectField
      label={label}
      hint={
        <>
          {known.description}{' '}
          {known.isConnectable ? (
            <a href={hrefOf(['accounts'])}>Connect an account</a>
          ) : (
            'The server has no provider to connect one.'
          )}
        </>
      }
      error={error}
      value={present}
      choices={[
        ...(present === '' ? [{ value: '', label: 'Choose an account' }] : []),
        ...(present !== '' && accounts === undefined ? [{ value: present, label: present }] : []),
        ...(isConnected ? [] : [{ value: present, label: `${present} (not connected)` }]),
        ...(accounts ?? []).map(({ id, name, detail }) => ({
          value: id,
          label: names.get(name)?.length === 1 ? name : `${name} (${detail ?? id})`,
        })),
      ]}
      onChange={write}
    />
  );
}
