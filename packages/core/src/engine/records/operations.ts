import { accountWriting } from './write-accounts.ts';
import { botWriting } from './write-bots.ts';
import { channelWriting } from './write-channels.ts';
import { customerWriting } from './write-customers.ts';
import { requestWriting } from './write-requests.ts';

/** The operations of decisions, by their kinds: how each is written. */
export const writing = {
  ...accountWriting,
  ...botWriting,
  ...channelWriting,
  ...customerWriting,
  ...requestWriting,
};

type Writing = typeof writing;

export type OperationOf<TKind extends keyof Writing> = { readonly kind: TKind } & Parameters<
  Writing[TKind]['write']
>[1];

/** A change that a decision makes in the store. */
export type Operation = { [TKind in keyof Writing]: OperationOf<TKind> }[keyof Writing];
