import { useSession, useSessionState } from '@gatehouse/react'
import { addTexts, type Brand, getBrand, getWordings, pageBrand } from '@gatehouse/ui'
import { useEffect, useMemo, useState } from 'react'

/** `GET /vendors/public`, as far as it is shown. */
interface Vendor {
  readonly name?: string
  readonly logo?: string
}

const UNKNOWN: Vendor = {}

/**
 * The vendor's brand. Our own pages have them written in; in another product's page its name and logo, and
 * the colors of its metadata, are asked for, and the portal works without.
 */
export function useVendorBrand(): Brand {
  const session = useSession()
  const { metadata } = useSessionState()
  const [{ name, logo }, setVendor] = useState(UNKNOWN)
  const written = pageBrand()
  useEffect(() => {
    if (written) return
    session.call<Vendor>('/vendors/public').then(setVendor, (error: unknown) => console.warn('No vendor:', error))
  }, [session, written])
  return useMemo(
    () => written ?? { ...getBrand(metadata, 'adminPortal'), ...(name && { name }), ...(logo && { logo }) },
    [written, metadata, name, logo],
  )
}

/** The vendor's own wordings: `localizations.<language>.adminPortal.<section>` holds a section's texts by key. */
export function useVendorTexts(): void {
  const { metadata } = useSessionState()
  useEffect(() => {
    for (const [language, sections] of getWordings(metadata, 'adminPortal')) {
      for (const [section, texts] of Object.entries(sections)) {
        if (typeof texts !== 'string') addTexts(`portal.${section}`, language, texts)
      }
    }
  }, [metadata])
}
