import { type Brand, readColor } from '@gatehouse/ui'
import { useEffect, useMemo, useState } from 'react'

/** What the page around a portal may say of its looks, also while it is shown. */
export type PortalTheme = Pick<Brand, 'accent' | 'radius' | 'font'>

type ThemeSetter = (theme: PortalTheme) => void

/** How long a page waits for the portal that it dresses (admin portal spec §8). */
const READY_WITHIN_MS = 4000

const setters = new Set<ThemeSetter>()
const waiting = new Set<() => void>()

/**
 * Dresses the portals of this page, and waits for the first of them. What is not given stays. Rejects with
 * `UnsupportedColorError`, and where no portal comes.
 */
export async function setPortalTheme(theme: PortalTheme): Promise<void> {
  if (theme.accent !== undefined) readColor(theme.accent)
  if (setters.size === 0) await firstSetter()
  for (const set of setters) set(theme)
}

function firstSetter(): Promise<void> {
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => {
      waiting.delete(onReady)
      reject(new Error('Failed to load Renderer with themeSetter'))
    }, READY_WITHIN_MS)
    function onReady() {
      clearTimeout(tooLate)
      waiting.delete(onReady)
      resolve()
    }
    waiting.add(onReady)
  })
}

/** The brand, with what the page has said of it since. */
export function useSetTheme(brand: Brand): Brand {
  const [said, setSaid] = useState<PortalTheme>({})
  useEffect(() => {
    const set: ThemeSetter = (theme) => setSaid((before) => ({ ...before, ...theme }))
    setters.add(set)
    for (const onReady of [...waiting]) onReady()
    return () => void setters.delete(set)
  }, [])
  return useMemo(() => ({ ...brand, ...said }), [brand, said])
}
