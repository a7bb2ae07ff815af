/** Copies the text, also on plain http, where browsers have no `navigator.clipboard`. False when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copySelected(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Denied for the page or the frame that it is in: the command may still be allowed.
    return copySelected(text)
  }
}

/** Selects the text outside of the visible page: a text field would take the focus out of the dialog that is open. */
function copySelected(text: string): boolean {
  const selection = window.getSelection()
  const before = selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : undefined
  const carrier = document.createElement('span')
  carrier.textContent = text
  carrier.ariaHidden = 'true'
  carrier.style.cssText = 'position: fixed; top: 0; clip-path: inset(50%); white-space: pre; user-select: text'
  document.body.append(carrier)
  selection?.selectAllChildren(carrier)
  // A selection is copied with the look of the page: only the text is wanted.
  const setText = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', setText, { capture: true })
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    document.removeEventListener('copy', setText, { capture: true })
    carrier.remove()
    selection?.removeAllRanges()
    if (before) selection?.addRange(before)
  }
}
