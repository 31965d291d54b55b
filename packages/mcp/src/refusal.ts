import type { Violation } from '@botwright/core/diagram';

/** The error of a call that a tool refuses: its message is for the assistant. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  /** Facts that help with the next call. */
  readonly facts: Readonly<Record<string, string | number>>;
  readonly violations: readonly Violation[];

  constructor(code: string, message: string, facts: Refusal['facts'] = {}, violations: readonly Violation[] = []) {
    super(message);
    this.code = code;
    this.facts = facts;
    this.violations = violations;
  }
}

/** Errors whose messages are for callers, by their names, with a code for each that has none. */
const safeErrors: Readonly<Record<string, string>> = {
  Refusal: 'refused',
  EngineError: 'refused',
  BotwrightApiError: 'refused',
  CommandFailure: 'refused',
  UnusableRecord: 'refused',
  ImportError: 'import_refused',
  DiagramRefused: 'diagram_has_violations',
  ScenariosUnreadable: 'scenarios_unreadable',
};

/** The parts of an error that a caller may read. */
export interface SafeError {
  readonly code: string;
  readonly message: string;
  readonly facts: Refusal['facts'];
  readonly violations: readonly Violation[];
}

/** @returns `undefined` for a fault, whose message may have anything. */
export function safeError(error: unknown): SafeError | undefined {
  if (!(error instanceof Error) || !Object.hasOwn(safeErrors, error.name)) return undefined;
  const given = error as Error & Partial<SafeError> & { readonly problem?: string };
  // The message of a client's error names the address of the server.
  const { code, problem: message = given.message, facts = {}, violations = [] } = given;
  return { code: typeof code === 'string' ? code : (safeErrors[error.name] as string), message, facts, violations };
}
