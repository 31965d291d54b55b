import type { ComponentChildren } from 'preact';
import type { RichInline, RichText } from './wire.ts';

/**
 * Draws the text of a message: its blocks, else one paragraph. Addresses in texts become links.
 *
 * @spec RX17
 */
export function TextView({ text, rich }: { readonly text: string; readonly rich?: RichText | undefined }) {
  if (rich === undefined) return text === '' ? null : <p dir="auto">{withLinks(text)}</p>;
  return (
    <>
      {rich.map((block, index) =>
        block.t === 'p' ? (
          <p key={index} dir="auto">
            {block.c.map(inlineView)}
          </p>
        ) : (
          <List key={index} type={block.t} items={block.c} />
        ),
      )}
    </>
  );
}

function List({
  type: Tag,
  items,
}: {
  readonly type: 'ul' | 'ol';
  readonly items: readonly (readonly RichInline[])[];
}) {
  return (
    <Tag>
      {items.map((item, index) => (
        <li key={index} dir="auto">
          {item.map(inlineView)}
        </li>
      ))}
    </Tag>
  );
}

const tags = { b: 'strong', i: 'em', s: 's', code: 'code' } as const;

function inlineView(part: RichInline): ComponentChildren {
  if (typeof part === 'string') return withLinks(part);
  if (part.t === 'a')
    return isSafe.test(part.href) ? <Link url={part.href}>{part.c.map(labelView)}</Link> : part.c.map(inlineView);
  const Tag = tags[part.t];
  return <Tag>{part.c.map(part.t === 'code' ? labelView : inlineView)}</Tag>;
}

/** Within a link and in code, an address is text. */
function labelView(part: RichInline): ComponentChildren {
  if (typeof part === 'string') return part;
  if (part.t === 'a') return part.c.map(labelView);
  const Tag = tags[part.t];
  return <Tag>{part.c.map(labelView)}</Tag>;
}

const isSafe = /^(?:https?|mailto|tel):/i;

const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/;

function withLinks(text: string): ComponentChildren {
  return text.split(address).map((part, index) => (index % 2 === 0 ? part : <Link url={part}>{part}</Link>));
}

export function Link({ url, children }: { readonly url: string; readonly children: ComponentChildren }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
      {children}
    </a>
  );
}
