import { type RefObject, useEffect } from 'react'
import { keepFocus } from '../focus-keeper'

/** Restores focus within the page. Dialogs restore their own. */
export function useFocusKeeper(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current
    return element ? keepFocus(element, 'page') : undefined
  }, [region])
}
