import { type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './frame.module.css'

/** Animates its height to that of its content. */
export function AnimatedHeight({ children }: { readonly children: ReactNode }) {
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const content = inner.current
    if (!content) return
    const observer = new ResizeObserver(() => {
      if (outer.current) outer.current.style.height = `${content.offsetHeight}px`
    })
    observer.observe(content)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={outer} className={classes.height}>
      <div ref={inner}>{children}</div>
    </div>
  )
}
