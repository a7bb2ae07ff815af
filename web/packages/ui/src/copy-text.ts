/** Copies the text, also on plain http, where browsers lack `navigator.clipboard`. False when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copySelected(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Denied for the page or its frame: the command may still be allowed.
    return copySelected(text)
  }
}

/** Selects the text outside the visible page: a text field would take focus from the open dialog. */
function copySelected(text: string): boolean {
  const selection = window.getSelection()
  const previousRange = selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : undefined
  const carrier = document.createElement('span')
  carrier.textContent = text
  carrier.ariaHidden = 'true'
  carrier.style.cssText = 'position: fixed; top: 0; clip-path: inset(50%); white-space: pre; user-select: text'
  document.body.append(carrier)
  selection?.selectAllChildren(carrier)
  // Copies plain text without the page's formatting.
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
    if (previousRange) selection?.addRange(previousRange)
  }
}
