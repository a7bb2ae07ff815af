import { readColor } from './color'
import { readPageBrand } from './first-paint/page-brand'
import type { Texts } from './i18n'
import type { Brand } from './theme'

/**
 * A vendor's branding and wordings in the `adminBox` metadata, as far as used here (wire reference §9). Vendors edit it
 * by hand, so any value may be missing or malformed.
 */
export interface VendorMetadata {
  readonly theme?: unknown
  readonly themeV2?: unknown
  readonly localizations?: unknown
}

/** The two customizable interfaces, by their names in the metadata. */
export type VendorBox = 'adminPortal' | 'loginBox'

/** Returns the vendor's colors and font. Unsupported colors are logged and ignored, so that sign-in still works. */
export function getBrand({ theme, themeV2 }: VendorMetadata, box: VendorBox): Brand {
  const looks = [getNestedValue(themeV2, box), themeV2, theme]
  const accent = firstText(looks.flatMap((look) => listColors(getNestedValue(look, 'palette', 'primary'))))
  const font = firstText(looks.map((look) => getNestedValue(look, 'typographyStyleOptions', 'fontFamily')))
  return { ...(accent && isAccepted(accent) && { accent }), ...(font && { font }) }
}

let checked: { readonly written: Brand; readonly brand: Brand } | undefined

/** Returns the vendor's branding that the server wrote into the page; undefined in other products' pages. */
export function pageBrand(): Brand | undefined {
  const written = readPageBrand()
  if (!written) return undefined
  if (checked?.written !== written) {
    const { accent, ...rest } = written
    checked = { written, brand: { ...rest, ...(accent && isAccepted(accent) && { accent }) } }
  }
  return checked.brand
}

/** Returns the vendor's own wordings by language: `localizations.<language>.<box>`. Anything but text is ignored. */
export function getWordings({ localizations }: VendorMetadata, box: VendorBox): [language: string, texts: Texts][] {
  return entries(localizations).map(([language, boxes]) => [language, filterTexts(getNestedValue(boxes, box))])
}

/** Reads a nested value of untyped data: `valueAt(theme, 'palette', 'primary')`. */
export function getNestedValue(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inside, name) => (isGroup(inside) ? inside[name] : undefined), value)
}

/** A palette color is a color or an object with `main`. */
function listColors(color: unknown): unknown[] {
  return [color, getNestedValue(color, 'main')]
}

function firstText(values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '')
}

function isAccepted(accent: string): boolean {
  try {
    readColor(accent)
    return true
  } catch (error) {
    console.warn(error)
    return false
  }
}

function filterTexts(value: unknown): Texts {
  const texts = entries(value).flatMap(([key, text]): [string, string | Texts][] => {
    if (typeof text === 'string') return [[key, text]]
    return isGroup(text) ? [[key, filterTexts(text)]] : []
  })
  return Object.fromEntries(texts)
}

const entries = (value: unknown): [string, unknown][] => (isGroup(value) ? Object.entries(value) : [])

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
