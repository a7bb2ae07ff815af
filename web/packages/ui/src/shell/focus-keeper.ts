import { type RefObject, useEffect } from 'react'
import { keepFocus } from '../focus-keeper'

/** Keeps focus on the page, where what had it goes away. Dialogs keep their own. */
export function useFocusKeeper(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current
    return element ? keepFocus(element, 'page') : undefined
  }, [region])
}
