import { contrastRatio, themePreview } from '@gatehouse/ui'

export interface Judged {
  /** What becomes of the color on buttons. */
  readonly verdict: 'kept' | 'dark' | 'darkened'
  /** White text on the color itself, as WCAG counts. */
  readonly ratio: number
  /** The color of buttons on light pages. */
  readonly shown: string
}

/** How a color does as that of buttons, and what is made of it where text could not be read. */
export function judge(accent: string): Judged {
  const looks = themePreview(accent, 'light')
  const verdict =
    looks['--gh-on-accent'] !== '#ffffff' ? 'dark' : isSame(looks['--gh-accent'], accent) ? 'kept' : 'darkened'
  return { verdict, ratio: contrastRatio('#ffffff', accent), shown: looks['--gh-accent'] ?? accent }
}

const isSame = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase()
