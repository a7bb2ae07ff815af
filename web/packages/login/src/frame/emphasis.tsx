import { Sentence } from '@gatehouse/ui'

/** Emphasizes one part of a text, such as an address. */
export function Emphasis({ text, part }: { readonly text: string; readonly part: string }) {
  return (
    <Sentence text={text} part={part}>
      {(words) => <strong>{words}</strong>}
    </Sentence>
  )
}
