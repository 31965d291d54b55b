import type { Migration } from '../migrate.ts';

/**
 * Deliveries of one message share a body, which has the number of the first of them. The others refer to this number.
 * The last of them removes the body, so no foreign key refers to it.
 */
export const sharedBodies: Migration = {
  version: 12,
  name: 'shared-bodies',
  sql: `
ALTER TABLE deliveries ADD COLUMN body_number INTEGER;
CREATE INDEX deliveries_body ON deliveries (body_number) WHERE body_number IS NOT NULL;

ALTER TABLE delivery_bodies RENAME TO own_bodies;
CREATE TABLE delivery_bodies (
  number INTEGER PRIMARY KEY,
  body TEXT NOT NULL
) STRICT;
INSERT INTO delivery_bodies SELECT delivery, body FROM own_bodies ORDER BY delivery;
DROP TABLE own_bodies;
`,
};
