const REGIONS =
  'form, section, article, fieldset, table, main, [role="region"], [role="group"], [role="search"], [role="dialog"]'

/** An element and its surrounding regions, innermost first. */
export type FocusPath = readonly HTMLElement[]

export function getFocusPath(element: HTMLElement): FocusPath {
  const place = [element]
  for (let around = closestRegion(element); around; around = closestRegion(around)) place.push(around)
  return place
}

/** Focuses the element, or the innermost surrounding region if it is gone. */
export function restoreFocus(place: FocusPath): void {
  const target = place.find(isUsable) ?? document.querySelector('main')
  if (!target) return
  // Regions are not focusable by themselves.
  if (target !== place[0] && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

export const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled')

const closestRegion = (element: HTMLElement) => element.parentElement?.closest<HTMLElement>(REGIONS)
