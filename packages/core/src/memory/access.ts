import type { BrandView } from './brand-state.ts';
import type { WorkingState } from './working-state.ts';

/** Runs a look at one moment of the state, after giving way to other callers. */
export type Read = <T>(look: (view: BrandView) => T) => Promise<T>;

/** Runs a change under the write lock, which the transaction then keeps until it ends. */
export type Write = <T>(change: (state: WorkingState) => T) => Promise<T>;
