import type { ReactNode } from 'react'

interface SentenceProps {
  readonly text: string
  /** What in the text stands out: as it was given for its placeholder, so that each language has it in its own place. */
  readonly part: string
  readonly children: (part: string) => ReactNode
}

/** A whole sentence of which one part is more than words, such as a link. */
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
