import type { Migration } from '../migrate.ts';

/**
 * A brand's row has the moment of its next turn, which is the turn of its first target. A claim goes from brand to
 * brand, and in each to the next target. Targets at their bounds have leases, so a claim never skips many.
 */
export const deliveryBrands: Migration = {
  version: 9,
  name: 'delivery-brands',
  sql: `
CREATE TABLE delivery_brands (
  brand TEXT PRIMARY KEY,
  served_at INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  ready_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_brands_ready ON delivery_brands (ready_at, turn, brand) WHERE ready_at IS NOT NULL;
INSERT INTO delivery_brands SELECT brand, 0, 0, min(ready_at) FROM delivery_targets GROUP BY brand;

DROP INDEX delivery_targets_ready;
CREATE INDEX delivery_targets_ready ON delivery_targets (brand, ready_at, turn, leased) WHERE ready_at IS NOT NULL;

ALTER TABLE delivery_leases ADD COLUMN brand TEXT NOT NULL DEFAULT '';
UPDATE delivery_leases SET brand = (SELECT brand FROM delivery_targets WHERE number = target);
CREATE INDEX delivery_leases_worker ON delivery_leases (worker, brand);
`,
};
