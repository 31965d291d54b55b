/** The customer's current Fields. */
export function FieldsTable({ fields }: { readonly fields: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(fields);
  return (
    <details class="chat-fields">
      <summary>
        Fields <span class="muted">{entries.length}</span>
      </summary>
      {entries.length === 0 ? (
        <p class="hint">None is set.</p>
      ) : (
        <dl>
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
