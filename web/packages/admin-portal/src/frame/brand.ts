import type { AdminBox } from '@gatehouse/sdk'
import { type Brand, createGatehouseTheme } from '@gatehouse/ui'

/** `GET /vendors/public`, as far as it is shown. */
export interface Vendor {
  readonly name?: string
  readonly logo?: string
  readonly icon?: string
}

/** The vendor's looks. A color that is not accepted is reported and left out: the portal still has to work. */
export function brandOf(metadata: AdminBox, vendor: Vendor): Brand {
  const accent = primaryOf(metadata.themeV2?.adminPortal) ?? primaryOf(metadata.theme)
  return {
    ...(vendor.name && { name: vendor.name }),
    ...(vendor.logo && { logo: vendor.logo }),
    ...(accent && isAccepted(accent) && { accent }),
  }
}

/** `palette.primary` is a color, or an object whose `main` is one. */
function primaryOf(theme: unknown): string | undefined {
  const primary = field(field(theme, 'palette'), 'primary')
  const color = typeof primary === 'string' ? primary : field(primary, 'main')
  return typeof color === 'string' ? color : undefined
}

function isAccepted(accent: string): boolean {
  try {
    createGatehouseTheme({ accent })
    return true
  } catch (error) {
    console.warn(error)
    return false
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
