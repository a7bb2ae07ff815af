import { type RefObject, useEffect } from 'react'
import { type FocusPlace, focusPlace, isUsable, placeOf } from '../focus-place'

/**
 * What had focus may leave the page: the save bar after saving, a row after its removal, "Next page" on the last one.
 * Browsers then start again at the top of the document. Here focus goes to what stood around it, innermost first.
 */
export function useFocusKeeper(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current
    return element ? keepFocus(element) : undefined
  }, [region])
}

function keepFocus(region: HTMLElement): () => void {
  let place: FocusPlace = []

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || target === region) return
    // These give focus back themselves, to what opened them.
    if (target.closest('[role="dialog"], [role="menu"]')) return
    place = placeOf(target)
  }

  /** Whoever clicks elsewhere has left of their own will. */
  function forget(): void {
    place = []
  }

  function check(): void {
    const [last] = place
    if (!last || isUsable(last)) return
    const { activeElement } = document
    if (activeElement && activeElement !== document.body && activeElement !== last) return
    // A button that is only waiting for its answer comes back.
    if (last.isConnected && last.dataset.loading) return
    const around = place
    place = []
    focusPlace(around)
  }

  // Browsers take focus from what was removed or disabled with the next frame.
  const soon = () => requestAnimationFrame(() => requestAnimationFrame(check))
  const observer = new MutationObserver(soon)
  observer.observe(region, { childList: true, subtree: true, attributeFilter: ['disabled', 'data-loading'] })
  region.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', forget, { capture: true })
  return () => {
    observer.disconnect()
    region.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', forget, { capture: true })
  }
}
