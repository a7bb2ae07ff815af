import { contrast, readColor } from './color'
import { schemeTokens, type Tokens } from './palette'

/** The colors that an accent leads to, as CSS properties: what pages have, for a preview of them. */
export const looksOf = (accent: string, scheme: 'light' | 'dark'): Tokens => schemeTokens(readColor(accent), scheme)

/** Of two colors, as WCAG counts: from 1 to 21. */
export const contrastOf = (one: string, other: string): number => contrast(one, other)
