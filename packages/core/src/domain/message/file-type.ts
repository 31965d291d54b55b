import type { MediaType } from './message.ts';

/** The extensions of each MIME type, the usual one first. */
const extensionsByType: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg jpeg',
  'image/png': 'png',
  'image/apng': 'apng',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/bmp': 'bmp',
  'image/tiff': 'tif tiff',
  'image/svg+xml': 'svg',
  'video/mp4': 'mp4 m4v',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
  'video/3gpp': '3gp',
  'video/mpeg': 'mpg mpeg',
  'video/x-msvideo': 'avi',
  'video/x-matroska': 'mkv',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg oga opus',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'audio/amr': 'amr',
  'audio/x-ms-wma': 'wma',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/rtf': 'rtf',
  'application/json': 'json',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/markdown': 'md',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
};

const typesByExtension: ReadonlyMap<string, string> = new Map(
  Object.entries(extensionsByType).flatMap(([type, list]) => list.split(' ').map((each) => [each, type])),
);

/** The extensions of a MIME type, the usual one first; empty when the type is not known. */
export function extensionsOf(type: string): readonly string[] {
  return Object.hasOwn(extensionsByType, type) ? (extensionsByType[type] ?? '').split(' ') : [];
}

/** The MIME type of a file by the extension of its name; `undefined` when the extension is unknown. */
export function typeOfName(name: string): string | undefined {
  const extension = /\.([^./]+)$/.exec(name)?.[1] ?? '';
  return typesByExtension.get(extension.toLowerCase());
}

/** The same for the path of a URL. Query and fragment are ignored. */
export function typeOfUrl(url: string): string | undefined {
  return typeOfName(url.replace(/[?#].*$/s, '').replace(/^[^:/]+:\/\/[^/]*/, ''));
}

/** How messages carry files of a MIME type. */
export function mediaTypeOfType(type: string): MediaType {
  const [family = ''] = type.split('/');
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
}

/**
 * The media type of a file by the extension in its URL's path; `document` when the extension is unknown. Query and
 * fragment are ignored.
 *
 * @spec MS19, RN36
 */
export function mediaTypeOf(url: string): MediaType {
  return mediaTypeOfType(typeOfUrl(url) ?? '');
}

/** Facts of a sent file; an absent one is not known. */
export interface KnownFile {
  /** The kind of the message that brought it. */
  readonly sentAs?: MediaType | undefined;
  /** MIME type. */
  readonly type?: string | undefined;
}

/**
 * Whether a file is one of the wanted kinds. A file of unknown kind is accepted.
 *
 * @param accept - Media types and MIME types; empty: every file.
 * @spec FS3
 */
export function isAcceptedFile(accept: readonly string[], { sentAs, type }: KnownFile): boolean {
  const isKnown = sentAs !== undefined || type !== undefined;
  if (accept.length === 0 || !isKnown) return true;
  const kinds = [sentAs, type && mediaTypeOfType(type)];
  return accept.some((wanted) => {
    if (!wanted.includes('/')) return kinds.includes(wanted as MediaType);
    return type === undefined ? sentAs === mediaTypeOfType(wanted) : type === wanted;
  });
}
