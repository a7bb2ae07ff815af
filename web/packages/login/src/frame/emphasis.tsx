import { Sentence } from '@gatehouse/ui'

/** The part of a text that matters, such as an address, set off from the rest. */
export function Emphasis({ text, part }: { readonly text: string; readonly part: string }) {
  return (
    <Sentence text={text} part={part}>
      {(words) => <strong>{words}</strong>}
    </Sentence>
  )
}
