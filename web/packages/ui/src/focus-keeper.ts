import { type FocusPath, getFocusPath, isUsable, restoreFocus } from './focus-path'

/**
 * Restores focus in a region when the focused element is removed or disabled: the save bar after saving, a deleted row,
 * "Next page" on the last page, a button that waits for its answer. Browsers would move focus to the top of the
 * document. Focus returns to the waiting element, otherwise to the innermost usable element around it. Dialogs and
 * menus restore focus to their opener themselves; the region may itself be a dialog. Returns a function that stops it.
 */
export function keepFocus(region: HTMLElement, kind: 'page' | 'dialog'): () => void {
  let place: FocusPath = []
  let wasWaiting = false
  let ended = false

  /** A dialog opened over this one is inside it. */
  function findOwnDialog(): Element | null {
    if (kind === 'page') return null
    return region.matches('[role="dialog"]') ? region : region.querySelector('[role="dialog"]')
  }

  function rememberFocus({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || target === region) return
    const layer = target.closest('[role="dialog"], [role="menu"]')
    if (layer && region.contains(layer) && layer !== findOwnDialog()) return
    place = getFocusPath(target)
    wasWaiting = false
  }

  /** Clicking elsewhere gives up the focused element on purpose. */
  function clearOnClickElsewhere({ target }: PointerEvent): void {
    if (!(target instanceof Node && place[0]?.contains(target))) place = []
  }

  function restoreIfLost(): void {
    const [last] = place
    if (ended || !last || (isUsable(last) && !wasWaiting)) return
    const { activeElement } = document
    if (activeElement && activeElement !== document.body && activeElement !== last) return
    // A button that waits for its answer becomes usable again.
    wasWaiting = last.isConnected && last.dataset.loading !== undefined
    if (wasWaiting) return
    const around = place
    if (!isUsable(last)) place = []
    // When a dialog closes, everything around the element is gone, and the opener has focus.
    if (around.some(isUsable)) restoreFocus(around)
  }

  // Browsers move focus from a removed or disabled element in the next frame.
  const scheduleCheck = () => requestAnimationFrame(() => requestAnimationFrame(restoreIfLost))
  const observer = new MutationObserver(scheduleCheck)
  observer.observe(region, { childList: true, subtree: true, attributeFilter: ['disabled', 'data-loading'] })
  region.addEventListener('focusin', rememberFocus)
  document.addEventListener('pointerdown', clearOnClickElsewhere, { capture: true })
  return () => {
    ended = true
    observer.disconnect()
    region.removeEventListener('focusin', rememberFocus)
    document.removeEventListener('pointerdown', clearOnClickElsewhere, { capture: true })
  }
}
