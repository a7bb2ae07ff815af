import { useSessionState } from '@gatehouse/react'
import type { SessionState } from '@gatehouse/sdk'
import { getNestedValue } from '@gatehouse/ui'

/** How the vendor wants a field shown (admin portal spec §2). Tabs and cards are hidden or not. */
export type Appearance = 'hidden' | 'viewOnly' | 'edit'

/**
 * Reads what the vendor says of a page's fields, at `themeV2.adminPortal.pages.<page>.fieldsProperties.<field>`.
 * It only hides what the vendor does not want shown; access is decided by permissions on the server.
 */
export function useAppearance(page: string): (field: string) => Appearance {
  const { metadata } = useSessionState()
  return (field) => appearanceOf(metadata, page, field)
}

export function appearanceOf(metadata: SessionState['metadata'], page: string, field: string): Appearance {
  const said = getNestedValue(metadata.themeV2, 'adminPortal', 'pages', page, 'fieldsProperties', field, 'appearance')
  return said === 'hidden' || said === 'viewOnly' ? said : 'edit'
}
