const PLACES =
  'form, section, article, fieldset, table, main, [role="region"], [role="group"], [role="search"], [role="dialog"]'

/** An element and its surrounding regions, innermost first. */
export type FocusPlace = readonly HTMLElement[]

export function placeOf(element: HTMLElement): FocusPlace {
  const place = [element]
  for (let around = outside(element); around; around = outside(around)) place.push(around)
  return place
}

/** Focuses the element, or the innermost surrounding region if it is gone. */
export function focusPlace(place: FocusPlace): void {
  const target = place.find(isUsable) ?? document.querySelector('main')
  if (!target) return
  // Regions are not focusable by themselves.
  if (target !== place[0] && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

export const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled')

const outside = (element: HTMLElement) => element.parentElement?.closest<HTMLElement>(PLACES)
