/** The conditions that hold at every moment of a simulation, each with its rules in docs/spec. */
export const invariants = {
  acknowledged_is_readable: {
    rules: ['RS23', 'CV1', 'CV46', 'HK15'],
    says: 'What was acknowledged can be read.',
  },
  message_has_deliveries: {
    rules: ['MS35', 'WH22', 'WH23', 'CV19'],
    says: 'A message and its deliveries are committed together, or neither is.',
  },
  six_attempts: {
    rules: ['WH5', 'WH7', 'WH12'],
    says: 'A delivery has six counted attempts at most, and each counts.',
  },
  never_early: { rules: ['WH4', 'DI3'], says: 'No attempt begins before it is due.' },
  finished_stays_finished: {
    rules: ['WH11', 'WH13', 'WH3'],
    says: 'Nothing follows a delivery that is delivered or dead.',
  },
  same_bytes: { rules: ['DI7', 'DQ1'], says: 'Every attempt of a delivery sends the bytes that were stored with it.' },
  caps_hold: { rules: ['DQ9', 'DQ20', 'DI1'], says: 'Nobody has more attempts under way than the bounds allow.' },
  one_lease: { rules: ['DQ8', 'CV18', 'CQ7'], says: 'One worker at a time has the lease of an item.' },
  every_delivery_ends: { rules: ['DI3', 'DI10', 'WH11'], says: 'When the faults are over, every delivery ends.' },
  brands_are_apart: { rules: ['RS3', 'DI17', 'CV48'], says: 'No brand sees anything of another.' },
  history_grows: {
    rules: ['VE7', 'VE17'],
    says: 'Versions are added at the end of the history, and go when somebody deletes them.',
  },
  latest_stays: { rules: ['VE11'], says: 'The most recent publication is never deleted.' },
  one_winner: {
    rules: ['ST27', 'RS22', 'DR13', 'DR16'],
    says: 'Of all writes of a draft at one revision, one is stored.',
  },
  link_answered_once: { rules: ['CA15', 'CA20'], says: 'A link to an account is answered once.' },
  answers_in_order: {
    rules: ['CV17', 'CV20'],
    says: 'A customer is answered in the order of the messages, and once each.',
  },
  deliveries_in_order: {
    rules: ['WH26', 'WH27', 'DQ28', 'DQ29'],
    says: 'A target gets the ordered messages of a customer one after the other.',
  },
  messages_in_order: {
    rules: ['MS17', 'MS18'],
    says: 'Messages of a customer have numbers without gaps and rising moments.',
  },
  store_is_as_committed: { rules: ['RS20', 'DQ13'], says: 'The store contains what was committed, and nothing else.' },
  no_surprise: {
    rules: ['ER1'],
    says: 'A client gets an answer or an error of the catalogue, unless the store failed.',
  },
} as const satisfies Readonly<Record<string, { readonly rules: readonly string[]; readonly says: string }>>;

export type InvariantName = keyof typeof invariants;

/** Reports that an invariant does not hold. */
export type Fail = (invariant: InvariantName, detail: string) => void;

/** An invariant that does not hold. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly invariant: InvariantName;

  constructor(invariant: InvariantName, detail: string) {
    const { says, rules } = invariants[invariant];
    super(`${invariant} (${rules.join(', ')}): ${says} ${detail}`);
    this.invariant = invariant;
  }
}
