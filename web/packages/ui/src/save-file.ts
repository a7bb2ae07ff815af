/** Browsers read the file some time after the click, Safari a large one many seconds later. */
const READABLE_FOR_MS = 60_000

/** Saves the content as a file of this name and media type through the browser. */
export function saveFile(name: string, content: BlobPart | BlobPart[], type: string): void {
  const parts = Array.isArray(content) ? content : [content]
  const url = URL.createObjectURL(new Blob(parts, { type }))
  followLink(url, name)
  setTimeout(() => URL.revokeObjectURL(url), READABLE_FOR_MS)
}

/** As if a link to the address had been clicked; with a name, what it leads to is saved under it. */
export function followLink(address: string, name?: string): void {
  const link = document.createElement('a')
  link.href = address
  link.rel = 'noreferrer'
  if (name) link.download = name
  link.click()
}
