import type { Oklch } from 'culori/fn'
import { colorToHex, getContrast, readableOn, toHex } from './color'

export type Ramp = [string, string, string, string, string, string, string, string, string, string]

const RAMP: readonly (readonly [lightness: number, chroma: number])[] = [
  [0.975, 0.12],
  [0.945, 0.25],
  [0.89, 0.45],
  [0.81, 0.7],
  [0.71, 0.95],
  [0.61, 1],
  [0.53, 1],
  [0.46, 0.95],
  [0.39, 0.85],
  [0.32, 0.7],
]

/** Creates ten shades of one hue, from light to dark, as Mantine requires. */
export function createRamp(chroma: number, hue: number): Ramp {
  return RAMP.map(([l, share]) => toHex(l, chroma * share, hue)) as Ramp
}

const LIGHT_NEUTRALS = [0.985, 0.968, 0.935, 0.885, 0.8, 0.655, 0.53, 0.43, 0.31, 0.2]
const DARK_NEUTRALS = [0.95, 0.87, 0.745, 0.61, 0.37, 0.315, 0.265, 0.195, 0.225, 0.155]

/** Grays with a slight tint of the accent's hue. */
export function createNeutrals(hue: number): { light: Ramp; dark: Ramp } {
  const grey = (l: number) => toHex(l, l > 0.9 ? 0.004 : 0.012, hue)
  return { light: LIGHT_NEUTRALS.map(grey) as Ramp, dark: DARK_NEUTRALS.map(grey) as Ramp }
}

export const STATUS = {
  success: { chroma: 0.14, hue: 152 },
  warning: { chroma: 0.13, hue: 72 },
  danger: { chroma: 0.19, hue: 25 },
  info: { chroma: 0.14, hue: 245 },
} as const

export type Tokens = Record<`--gh-${string}`, string>

/** Returns the accent as a fill if text is readable on it, otherwise the nearest such color. */
function chooseFill(accent: Oklch, lowest: number, ink: string) {
  const base = { ...accent, l: Math.max(accent.l, lowest) }
  const own = colorToHex(base)
  // Bright accents (yellow, lime, mint) get dark text, because darkening them would change their character.
  if (getContrast('#ffffff', own) < 2.4) return { fill: own, hover: colorToHex({ ...base, l: base.l + 0.04 }), on: ink }
  const dark = readableOn('#ffffff', base, 4.6)
  return { fill: dark, hover: readableOn('#ffffff', base, 6.2), on: '#ffffff' }
}

export function schemeTokens(accent: Oklch, scheme: 'light' | 'dark'): Tokens {
  const isLight = scheme === 'light'
  const hue = accent.h ?? 0
  const { light, dark } = createNeutrals(hue)
  const surface = isLight ? '#ffffff' : dark[7]
  const button = chooseFill(accent, isLight ? 0 : 0.54, light[9])
  const soft = (chroma: number, h: number) => (isLight ? toHex(0.965, chroma * 0.12, h) : toHex(0.27, chroma * 0.35, h))
  const accentSoft = soft(accent.c, hue)
  const tokens: Tokens = {
    '--gh-text': isLight ? light[9] : dark[0],
    '--gh-text-secondary': isLight ? light[6] : dark[2],
    '--gh-text-faint': isLight ? light[5] : dark[3],
    '--gh-surface': surface,
    '--gh-surface-sunken': isLight ? light[0] : dark[9],
    '--gh-surface-raised': isLight ? '#ffffff' : dark[8],
    '--gh-surface-float': isLight ? '#ffffff' : dark[6],
    '--gh-hover': isLight ? light[1] : dark[6],
    '--gh-border': isLight ? light[2] : dark[5],
    '--gh-border-control': isLight ? light[4] : dark[4],
    // Borders of fields need a contrast of 3:1 on every surface, so the surface with the least contrast counts.
    '--gh-border-field': readableOn(
      isLight ? light[0] : dark[6],
      { mode: 'oklch', l: isLight ? 0.75 : 0.4, c: 0.012, h: hue },
      3,
    ),
    '--gh-accent': button.fill,
    '--gh-accent-hover': button.hover,
    '--gh-on-accent': button.on,
    '--gh-accent-soft': accentSoft,
    '--gh-accent-text': readableOn(accentSoft, accent, 4.6),
    '--gh-shadow': isLight
      ? '0 0 0 1px rgb(15 20 40 / 6%), 0 2px 4px rgb(15 20 40 / 5%), 0 12px 32px rgb(15 20 40 / 12%)'
      : '0 0 0 1px rgb(255 255 255 / 9%), 0 16px 40px rgb(0 0 0 / 50%)',
  }
  for (const [name, { chroma, hue: h }] of Object.entries(STATUS)) {
    const softened = soft(chroma, h)
    tokens[`--gh-${name}-soft`] = softened
    tokens[`--gh-${name}-line`] = isLight ? toHex(0.85, chroma * 0.5, h) : toHex(0.42, chroma * 0.55, h)
    tokens[`--gh-${name}-text`] = readableOn(softened, { mode: 'oklch', l: 0.6, c: chroma, h }, 4.6)
  }
  return tokens
}
