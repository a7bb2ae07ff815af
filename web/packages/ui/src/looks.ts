import { contrast, readColor } from './color'
import { schemeTokens, type Tokens } from './palette'

/** Returns the CSS properties derived from an accent color, to preview a theme. */
export const looksOf = (accent: string, scheme: 'light' | 'dark'): Tokens => schemeTokens(readColor(accent), scheme)

/** Returns the WCAG contrast ratio of two colors, from 1 to 21. */
export const contrastOf = (one: string, other: string): number => contrast(one, other)
