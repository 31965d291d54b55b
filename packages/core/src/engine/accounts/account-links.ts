import type { AccountLinks } from '../accounts-handle.ts';
import { copyPrincipal } from '../brands.ts';
import type { AccountParts } from './account-providers.ts';
import { cancelLink, connectLink, openLink } from './answer-link.ts';
import { takeCallback } from './take-callback.ts';

/** Binds what the page behind a link asks. */
export function accountLinks(parts: AccountParts): AccountLinks {
  return {
    open: async (link, member) => openLink(parts, link, copyPrincipal(member)),
    connect: async (link, member) => connectLink(parts, link, copyPrincipal(member)),
    cancel: async (link, member) => cancelLink(parts, link, copyPrincipal(member)),
    callback: async (answer, member) => takeCallback(parts, answer, copyPrincipal(member)),
  };
}
