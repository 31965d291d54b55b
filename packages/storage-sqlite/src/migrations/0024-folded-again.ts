import type { Migration } from '../migrate.ts';

/** Folds texts again that an earlier rule folded, for searches and the order of names. */
export const foldedAgain: Migration = {
  version: 24,
  name: 'folded-again',
  sql: `
UPDATE bots SET folded_name = fold_text(name) WHERE folded_name <> fold_text(name);
UPDATE customer_texts SET
  name = fold_text(customers.name), email = fold_text(customers.email), phone = fold_text(customers.phone),
  token = fold_text(coalesce(customers.token, ''))
FROM customers WHERE customers.brand = customer_texts.brand AND customers.number = customer_texts.number;
`,
};
