import { type RefObject, useLayoutEffect, useState } from 'react'

const NARROW_WINDOW = '(max-width: 1024px)'

/** A frame that fills a wider window is never this narrow, with any scroll bar. */
const NARROW_FRAME = 1000

/**
 * At most 1024 px wide, the navigation is a sheet and menus open on click (licensing spec §9). When embedded, the
 * frame's own width counts, which may be less than the window's.
 */
export function useCompact(frame: RefObject<HTMLElement | null>): boolean {
  const [isNarrowWindow, setNarrowWindow] = useState(() => window.matchMedia(NARROW_WINDOW).matches)
  const [isNarrowFrame, setNarrowFrame] = useState(false)

  useLayoutEffect(() => {
    const media = window.matchMedia(NARROW_WINDOW)
    const read = () => setNarrowWindow(media.matches)
    media.addEventListener('change', read)
    const observer = new ResizeObserver(([entry]) => setNarrowFrame((entry?.contentRect.width ?? 0) < NARROW_FRAME))
    if (frame.current) observer.observe(frame.current)
    return () => {
      media.removeEventListener('change', read)
      observer.disconnect()
    }
  }, [frame])
  return isNarrowWindow || isNarrowFrame
}
