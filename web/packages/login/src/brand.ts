import type { AdminBox } from '@gatehouse/sdk'
import { addTexts, type Brand, createGatehouseTheme } from '@gatehouse/ui'

/** The vendor's accent for the login box. A color that is not accepted is reported and left out: people must get in. */
export function brandOf({ theme, themeV2 }: AdminBox): Brand {
  const accent = primaryOf(themeV2?.loginBox) ?? primaryOf(theme)
  if (!accent) return {}
  try {
    createGatehouseTheme({ accent })
    return { accent }
  } catch (error) {
    console.warn(error)
    return {}
  }
}

/** `palette.primary` is a color, or an object whose `main` is one. */
function primaryOf(theme: unknown): string | undefined {
  const primary = field(field(theme, 'palette'), 'primary')
  const color = typeof primary === 'string' ? primary : field(primary, 'main')
  return typeof color === 'string' ? color : undefined
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

interface Texts {
  readonly [key: string]: string | Texts
}

/** The vendor's own wordings: `localizations.<language>.loginBox`, keyed as `texts.ts` is. */
export function addLocalizations({ localizations = {} }: AdminBox): void {
  for (const [language, boxes] of Object.entries(localizations)) {
    addTexts('login', language, onlyTexts(field(boxes, 'loginBox')))
  }
}

/** Vendors write this by hand: whatever is neither a text nor a group of texts is left out. */
function onlyTexts(value: unknown): Texts {
  if (typeof value !== 'object' || value === null) return {}
  const kept = Object.entries(value).filter(([, text]) => typeof text === 'string' || typeof text === 'object')
  return Object.fromEntries(kept.map(([key, text]) => [key, typeof text === 'string' ? text : onlyTexts(text)]))
}
