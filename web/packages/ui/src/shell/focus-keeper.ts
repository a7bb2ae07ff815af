import { type RefObject, useEffect } from 'react'

const PLACES = 'form, section, article, fieldset, table, [role="region"], [role="group"], [role="search"]'

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
  let last: HTMLElement | null = null
  let around: readonly Element[] = []

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || target === region) return
    last = target
    around = placesAround(target, region)
  }

  /** Whoever clicks elsewhere has left of their own will. */
  function forget(): void {
    last = null
  }

  function check(): void {
    const isLost = [null, document.body, last].includes(document.activeElement as HTMLElement | null)
    if (!isLost || !last || isUsable(last)) return
    // A button that is only waiting for its answer comes back.
    if (last.isConnected && last.dataset.loading) return
    const place = around.find((one) => one.isConnected) ?? region
    last = null
    focus(place as HTMLElement)
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

function placesAround(target: HTMLElement, region: HTMLElement): Element[] {
  const places: Element[] = []
  for (let one = target.parentElement?.closest(PLACES); one && region.contains(one); ) {
    places.push(one)
    one = one.parentElement?.closest(PLACES)
  }
  return places
}

const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled')

function focus(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}
