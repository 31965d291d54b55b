import { Icon } from '../../parts/icon.tsx';
import type { Finding, FindingKind } from '../model/findings.ts';

const icons = { error: 'error', warning: 'warning', lint: 'info' } as const;
const words: Readonly<Record<FindingKind, string>> = { error: 'Error', warning: 'Warning', lint: 'Hint' };

/** Findings of rules and lints. With `onGo`, each links to its place. */
export function FindingList({
  findings,
  nameOf,
  onGo,
}: {
  readonly findings: readonly Finding[];
  readonly nameOf?: (block: string) => string;
  readonly onGo?: (finding: Finding) => void;
}) {
  return (
    <ul class="findings">
      {findings.map((finding, at) => {
        const { kind, code, message, hint, blockId } = finding;
        const text = (
          <span class="finding-text">
            <span class="hidden">{words[kind]}: </span>
            {blockId !== undefined && nameOf !== undefined && <strong>{nameOf(blockId)}</strong>}
            <span>{message}</span>
            {hint !== undefined && <span class="hint">{hint}</span>}
            <code class="hint">{code}</code>
          </span>
        );
        return (
          <li key={`${code} ${finding.pointer} ${at}`} class={`finding ${kind}`}>
            {onGo === undefined ? (
              <div>
                <Icon name={icons[kind]} />
                {text}
              </div>
            ) : (
              <button type="button" onClick={() => onGo(finding)}>
                <Icon name={icons[kind]} />
                {text}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
