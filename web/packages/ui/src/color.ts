import {
  clampChroma,
  formatHex,
  modeA98,
  modeHsl,
  modeLrgb,
  modeOklch,
  modeP3,
  modeProphoto,
  modeRec2020,
  modeRgb,
  modeXyz50,
  modeXyz65,
  type Oklch,
  parse,
  useMode as register,
  wcagContrast,
} from 'culori/fn'

// Modes must be registered before `color()` can parse them.
const modes = [modeRgb, modeHsl, modeLrgb, modeP3, modeA98, modeProphoto, modeRec2020, modeXyz50, modeXyz65]
for (const mode of modes) register(mode)
const toOklch = register(modeOklch)

const ACCEPTED = /^(#|rgba?\(|hsla?\(|color\()/i

export class UnsupportedColorError extends Error {
  override readonly name = 'UnsupportedColorError'

  constructor(value: string) {
    super(`Unsupported color: ${value}. Use #hex, rgb, rgba, hsl, hsla or color().`)
  }
}

/** Parses a brand color. Named colors and newer functions are rejected; transparency is ignored. */
export function readColor(value: string): Oklch {
  const text = value.trim()
  const color = ACCEPTED.test(text) ? toOklch(parse(text)) : undefined
  if (!color) throw new UnsupportedColorError(value)
  return { mode: 'oklch', l: color.l, c: color.c, h: color.h ?? 0 }
}

/** Lightness 0–1, chroma, hue in degrees; clamped to what a screen can show. */
export function toHex(l: number, c: number, h: number): string {
  return formatHex(clampChroma({ mode: 'oklch', l, c, h }, 'oklch'))
}

export const colorToHex = (color: Oklch): string => toHex(color.l, color.c, color.h ?? 0)

export const getContrast = (one: string, other: string): number => wcagContrast(one, other)

/** Darkens or lightens a color as little as needed until text in it is readable on the background. */
export function readableOn(background: string, color: Oklch, ratio: number): string {
  const step = (toOklch(background)?.l ?? 1) > 0.5 ? -0.01 : 0.01
  for (let l = color.l; l >= 0 && l <= 1; l += step) {
    const candidate = toHex(l, color.c, color.h ?? 0)
    if (getContrast(candidate, background) >= ratio) return candidate
  }
  return step < 0 ? '#000000' : '#ffffff'
}
