import type { ReactNode } from 'react'

interface SentenceProps {
  readonly text: string
  /** The part to emphasize: the value of its placeholder, so that each language can place it freely. */
  readonly part: string
  readonly children: (part: string) => ReactNode
}

/** A sentence with one part that is more than text, such as a link. */
export function Sentence({ text, part, children }: SentenceProps) {
  const [before, ...after] = part === '' ? [text] : text.split(part)
  if (after.length === 0) return text
  return (
    <>
      {before}
      {children(part)}
      {after.join(part)}
    </>
  )
}
