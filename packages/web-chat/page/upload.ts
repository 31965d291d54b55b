import { Refusal } from './refusal.ts';
import type { UploadedFile } from './wire.ts';

/** A file on its way to the server. */
export interface Upload {
  readonly token: string;
  readonly file: File;
  /** Called with the sent part, from 0 to 1. */
  onProgress(part: number): void;
  readonly signal: AbortSignal;
}

/** Sends a file; `fetch` does not tell how much of it was sent. Rejects with a `Refusal` when the server refuses it. */
export function uploadFile(address: string, { token, file, onProgress, signal }: Upload): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${address}?name=${encodeURIComponent(file.name.slice(-255))}`);
    request.setRequestHeader('authorization', `Token ${token}`);
    request.setRequestHeader('content-type', file.type === '' ? 'application/octet-stream' : file.type);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const { data, error } = request.response ?? {};
      if (request.status === 201 && data) resolve(data);
      else reject(new Refusal(request.status, error?.code ?? '', error?.message ?? '', undefined));
    };
    request.onerror = () => reject(new Error('The connection is lost.'));
    request.onabort = request.onerror;
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
