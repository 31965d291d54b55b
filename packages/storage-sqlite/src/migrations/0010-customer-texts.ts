import type { Migration } from '../migrate.ts';

/**
 * The folded texts of live customers, in a separate table: a search reads these rows in order and no customers. A
 * trigger deletes a row together with its customer.
 */
export const customerTexts: Migration = {
  version: 10,
  name: 'customer-texts',
  sql: `
CREATE TABLE customer_texts (
  brand TEXT NOT NULL,
  number INTEGER NOT NULL,
  workspace INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL,
  token TEXT NOT NULL,
  PRIMARY KEY (brand, number)
) STRICT, WITHOUT ROWID;
INSERT INTO customer_texts
  SELECT brand, number, workspace, channel, fold_text(name), fold_text(email), fold_text(phone),
    fold_text(coalesce(token, ''))
  FROM customers WHERE purpose = 'live' ORDER BY brand, number;

CREATE TRIGGER customer_texts_go AFTER DELETE ON customers BEGIN
  DELETE FROM customer_texts WHERE brand = OLD.brand AND number = OLD.number;
END;
`,
};
