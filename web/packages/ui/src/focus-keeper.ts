import { type FocusPlace, focusPlace, isUsable, placeOf } from './focus-place'

/**
 * What had focus may leave the page or be disabled: the save bar after saving, a row after its removal, "Next page" on the
 * last one, a button that waits for its answer. Browsers then start again at the top of the document. Until it is ended,
 * this gives focus in the region back to what waited, or to what stood around what is gone, innermost first. Dialogs and
 * menus in it give focus back themselves, to what opened them; the region may be a dialog's own.
 */
export function keepFocus(region: HTMLElement, kind: 'page' | 'dialog'): () => void {
  let place: FocusPlace = []
  let wasWaiting = false
  let ended = false

  /** A dialog over this one stands in it. */
  function own(): Element | null {
    if (kind === 'page') return null
    return region.matches('[role="dialog"]') ? region : region.querySelector('[role="dialog"]')
  }

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || target === region) return
    const layer = target.closest('[role="dialog"], [role="menu"]')
    if (layer && region.contains(layer) && layer !== own()) return
    place = placeOf(target)
    wasWaiting = false
  }

  /** Whoever clicks elsewhere has left of their own will. */
  function forget({ target }: PointerEvent): void {
    if (!(target instanceof Node && place[0]?.contains(target))) place = []
  }

  function check(): void {
    const [last] = place
    if (ended || !last || (isUsable(last) && !wasWaiting)) return
    const { activeElement } = document
    if (activeElement && activeElement !== document.body && activeElement !== last) return
    // A button that is only waiting for its answer comes back.
    wasWaiting = last.isConnected && last.dataset.loading !== undefined
    if (wasWaiting) return
    const around = place
    if (!isUsable(last)) place = []
    // With a dialog goes all that stood around; what opened it has the focus then.
    if (around.some(isUsable)) focusPlace(around)
  }

  // Browsers take focus from what was removed or disabled with the next frame.
  const soon = () => requestAnimationFrame(() => requestAnimationFrame(check))
  const observer = new MutationObserver(soon)
  observer.observe(region, { childList: true, subtree: true, attributeFilter: ['disabled', 'data-loading'] })
  region.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', forget, { capture: true })
  return () => {
    ended = true
    observer.disconnect()
    region.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', forget, { capture: true })
  }
}
