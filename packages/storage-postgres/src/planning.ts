/**
 * Settings of a transaction under which PostgreSQL reads every table by an index where one has what is wanted. A plan may
 * have been made, and kept, while a table was empty or before it was ever analysed: reading all of it cost nothing then,
 * and may take longer than the statement time-out a minute later. A statement that has to read a whole table does so.
 *
 * Without compilation: its threshold is a cost, and that of a whole table is made very high by the first setting.
 *
 * @spec PG33
 */
export const byIndex = 'SET LOCAL enable_seqscan = off; SET LOCAL jit = off';

/**
 * Settings of a transaction on a queue: what is wanted in an order is read by the index that has that order, however few
 * rows statistics expect of another one. A statement that has to sort does so.
 *
 * @spec PG33
 */
export const inIndexOrder = 'SET LOCAL enable_sort = off; SET LOCAL enable_incremental_sort = off';
