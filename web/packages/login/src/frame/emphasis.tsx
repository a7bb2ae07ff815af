/** The part of a text that matters, such as an address, set off from the rest. */
export function Emphasis({ text, part }: { readonly text: string; readonly part: string }) {
  const [before, ...after] = text.split(part)
  if (after.length === 0) return text
  return (
    <>
      {before}
      <strong>{part}</strong>
      {after.join(part)}
    </>
  )
}
