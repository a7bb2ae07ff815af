import { contrastRatio, themePreview } from '@gatehouse/ui'

export interface ContrastCheck {
  /** How buttons use the color. */
  readonly verdict: 'kept' | 'dark' | 'darkened'
  /** Contrast of white text on the color, as defined by WCAG. */
  readonly ratio: number
  /** Color of buttons on light pages. */
  readonly shown: string
}

/** Checks the contrast of an accent color, and darkens it where white text would be hard to read. */
export function checkContrast(accent: string): ContrastCheck {
  const looks = themePreview(accent, 'light')
  const verdict =
    looks['--gh-on-accent'] !== '#ffffff' ? 'dark' : isSame(looks['--gh-accent'], accent) ? 'kept' : 'darkened'
  return { verdict, ratio: contrastRatio('#ffffff', accent), shown: looks['--gh-accent'] ?? accent }
}

const isSame = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase()
