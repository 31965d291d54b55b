/**
 * Settings of a transaction that make PostgreSQL use an index where a suitable one exists. PostgreSQL may cache a plan
 * from a time when a table was empty or not yet analysed: reading the whole table was cheap then, and may exceed the
 * statement time-out a minute later. A statement without a suitable index still reads the whole table.
 *
 * Also disables JIT compilation: its threshold is a cost, and the first setting raises the cost of a whole table.
 *
 * @spec PG33
 */
export const byIndex = 'SET LOCAL enable_seqscan = off; SET LOCAL jit = off';

/**
 * Settings of a transaction on a queue: PostgreSQL reads ordered rows from the index with that order, even if
 * statistics expect fewer rows of another index. A statement that has to sort still sorts.
 *
 * @spec PG33
 */
export const inIndexOrder = 'SET LOCAL enable_sort = off; SET LOCAL enable_incremental_sort = off';

/**
 * A setting of a transaction that counts records up to a bound: PostgreSQL stops reading the index at the bound. A bitmap
 * of all matches, which it prefers while a table is not analysed, takes a second where a million records match.
 *
 * @spec PG33, VE33
 */
export const withoutBitmaps = 'SET LOCAL enable_bitmapscan = off';
