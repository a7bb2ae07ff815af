/** Hands the browser a file to keep. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  follow(address, name)
  URL.revokeObjectURL(address)
}

/** As if a link had been clicked; with a name, what it leads to is kept under it. */
export function follow(address: string, name?: string): void {
  const link = document.createElement('a')
  link.href = address
  link.rel = 'noreferrer'
  if (name) link.download = name
  link.click()
}
