import type { MediaType } from './message.ts';

const extensions: Readonly<Record<Exclude<MediaType, 'document'>, string>> = {
  image: 'apng avif bmp gif heic heif jpeg jpg png svg tif tiff webp',
  video: '3gp avi m4v mkv mov mp4 mpeg mpg ogv webm',
  audio: 'aac amr flac m4a mp3 oga ogg opus wav wma',
};

const typeByExtension: ReadonlyMap<string, MediaType> = new Map(
  Object.entries(extensions).flatMap(([type, list]) => list.split(' ').map((each) => [each, type as MediaType])),
);

/**
 * Tells what a file is by the extension of its address's path; a `document` when that says nothing. Query and
 * fragment do not count.
 *
 * @spec MS19
 */
export function mediaTypeOf(url: string): MediaType {
  const path = url.replace(/[?#].*$/s, '').replace(/^[^:/]+:\/\/[^/]*/, '');
  const extension = /\.([^./]+)$/.exec(path)?.[1] ?? '';
  return typeByExtension.get(extension.toLowerCase()) ?? 'document';
}
