import type { RichInline, RichText } from '@botwright/core/conversation';
import type { ComponentChildren } from 'preact';

/** Draws the tree of a text with markup. */
export function RichTextView({ rich }: { readonly rich: RichText }) {
  return (
    <>
      {rich.map(({ t: Tag, c }, at) =>
        Tag === 'p' ? (
          <p key={at} dir="auto">
            {(c as readonly RichInline[]).map(inlineView)}
          </p>
        ) : (
          <Tag key={at}>
            {(c as readonly (readonly RichInline[])[]).map((item, index) => (
              <li key={index} dir="auto">
                {item.map(inlineView)}
              </li>
            ))}
          </Tag>
        ),
      )}
    </>
  );
}

const tags = { b: 'strong', i: 'em', s: 's', code: 'code' } as const;

function inlineView(part: RichInline): ComponentChildren {
  if (typeof part === 'string') return part;
  const content = part.c.map(inlineView);
  if (part.t === 'a') {
    return /^(?:https?|mailto|tel):/i.test(part.href) ? (
      <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {content}
      </a>
    ) : (
      content
    );
  }
  const Tag = tags[part.t];
  return <Tag>{content}</Tag>;
}
