/** The browser saves the text as a file of this name. */
export function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }))
  saveFrom(url, name)
  URL.revokeObjectURL(url)
}

/** As if a link had been clicked; with a name, what it leads to is kept under it. */
export function saveFrom(address: string, name?: string): void {
  const link = document.createElement('a')
  link.href = address
  link.rel = 'noreferrer'
  if (name) link.download = name
  link.click()
}
