import { isApiError, type Violation } from '@botwright/client';
import type { Diagram } from '@botwright/core/diagram';
import { botsApi } from '../../api/clients.ts';
import type { SaverPorts, StoredDraft, WriteResult } from './draft-saver.ts';

export async function readDraft(botId: string, signal?: AbortSignal): Promise<StoredDraft<Violation>> {
  const draft = await botsApi.drafts.get(botId, signal === undefined ? {} : { signal });
  return { diagram: draft.diagram as Diagram, etag: draft.etag, violations: draft.violations };
}

/** Saves the draft of a bot over the Bots API. */
export function botPorts(botId: string): SaverPorts<Violation> {
  const options = (etag: string | undefined) => ({ minimal: true, ...(etag !== undefined && { ifMatch: etag }) });
  async function resultOf(write: Promise<Omit<StoredDraft<Violation>, 'diagram'>>): Promise<WriteResult<Violation>> {
    try {
      const { etag, violations } = await write;
      return { etag, violations };
    } catch (error) {
      if (isApiError(error, 'draft_changed')) return 'changed';
      throw error;
    }
  }

  return {
    read: () => readDraft(botId),
    edit: (changeSet, etag) =>
      resultOf(botsApi.drafts.edit(botId, changeSet as Parameters<typeof botsApi.drafts.edit>[1], options(etag))),
    replace: (diagram, etag) => resultOf(botsApi.drafts.save(botId, { diagram }, options(etag))),
    isRefused: (error) => isApiError(error, 'change_set_refused'),
    isPassing: (error) =>
      isApiError(error, 'unreachable', 'timed_out') || (isApiError(error) && (error.status ?? 0) >= 500),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}
