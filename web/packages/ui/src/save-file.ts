/** Browsers read the file after the click, Safari many seconds later for large files. */
const READABLE_FOR_MS = 60_000

/** Saves the content as a file of this name and media type through the browser. */
export function saveFile(name: string, content: BlobPart | BlobPart[], type: string): void {
  const parts = Array.isArray(content) ? content : [content]
  const url = URL.createObjectURL(new Blob(parts, { type }))
  followLink(url, name)
  setTimeout(() => URL.revokeObjectURL(url), READABLE_FOR_MS)
}

/** Follows a link as if it were clicked; with a name, the target is saved under it. */
export function followLink(address: string, name?: string): void {
  const link = document.createElement('a')
  link.href = address
  link.rel = 'noreferrer'
  if (name) link.download = name
  link.click()
}
