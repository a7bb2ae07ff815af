import type { CSSProperties } from 'react'

/** How far a row stands in, for the style sheet. */
export const depthOf = (depth: number) => ({ '--depth': depth }) as CSSProperties
