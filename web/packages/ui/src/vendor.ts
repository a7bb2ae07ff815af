import { readColor } from './color'
import { writtenBrand } from './first-paint/page-brand'
import type { Texts } from './i18n'
import type { Brand } from './theme'

/**
 * What a vendor says of looks and wordings: the `adminBox` metadata, as far as it is read here (wire reference §9).
 * Vendors write it by hand, so anything may stand anywhere.
 */
export interface VendorMetadata {
  readonly theme?: unknown
  readonly themeV2?: unknown
  readonly localizations?: unknown
}

/** The two things that a vendor can dress, by their names in the metadata. */
export type VendorBox = 'adminPortal' | 'loginBox'

/** The vendor's colors and font. A color that is not accepted is reported and left out: people still have to get in. */
export function brandOf({ theme, themeV2 }: VendorMetadata, box: VendorBox): Brand {
  const looks = [valueAt(themeV2, box), themeV2, theme]
  const accent = firstText(looks.flatMap((look) => colorsAt(valueAt(look, 'palette', 'primary'))))
  const font = firstText(looks.map((look) => valueAt(look, 'typographyStyleOptions', 'fontFamily')))
  return { ...(accent && isAccepted(accent) && { accent }), ...(font && { font }) }
}

let checked: { readonly written: Brand; readonly brand: Brand } | undefined

/** The vendor's looks as the server wrote them into the page; undefined in the page of another product. */
export function pageBrand(): Brand | undefined {
  const written = writtenBrand()
  if (!written) return undefined
  if (checked?.written !== written) {
    const { accent, ...rest } = written
    checked = { written, brand: { ...rest, ...(accent && isAccepted(accent) && { accent }) } }
  }
  return checked.brand
}

/** The vendor's own wordings, by language: `localizations.<language>.<box>`. What is no text is left out. */
export function wordingsOf({ localizations }: VendorMetadata, box: VendorBox): [language: string, texts: Texts][] {
  return entries(localizations).map(([language, boxes]) => [language, onlyTexts(valueAt(boxes, box))])
}

/** What stands at a place in something nobody vouches for: `valueAt(theme, 'palette', 'primary')`. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inside, name) => (isGroup(inside) ? inside[name] : undefined), value)
}

/** A palette's color is a color, or an object whose `main` is one. */
function colorsAt(color: unknown): unknown[] {
  return [color, valueAt(color, 'main')]
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

function onlyTexts(value: unknown): Texts {
  const texts = entries(value).flatMap(([key, text]): [string, string | Texts][] => {
    if (typeof text === 'string') return [[key, text]]
    return isGroup(text) ? [[key, onlyTexts(text)]] : []
  })
  return Object.fromEntries(texts)
}

const entries = (value: unknown): [string, unknown][] => (isGroup(value) ? Object.entries(value) : [])

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
