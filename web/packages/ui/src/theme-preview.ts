import { getContrast, readColor } from './color'
import { schemeTokens, type Tokens } from './palette'

/** Returns the CSS properties derived from an accent color, to preview a theme. */
export const themePreview = (accent: string, scheme: 'light' | 'dark'): Tokens =>
  schemeTokens(readColor(accent), scheme)

/** Returns the WCAG contrast ratio of two colors, from 1 to 21. */
export const contrastRatio = (one: string, other: string): number => getContrast(one, other)
