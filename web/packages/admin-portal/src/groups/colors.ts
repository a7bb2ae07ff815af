/** What the screen offers; other clients may have set any color. Drawn as a dot, which both themes can bear. */
export const COLORS = {
  gray: '#7d8597',
  blue: '#2f6fde',
  teal: '#12908e',
  green: '#2f9e44',
  yellow: '#d9a406',
  orange: '#e8710a',
  red: '#d6336c',
  purple: '#7950f2',
} as const

export const DEFAULT_COLOR = COLORS.gray
