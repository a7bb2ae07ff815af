import { useSession } from '@gatehouse/react'
import { useEffect, useState } from 'react'
import type { Vendor } from './brand'

const UNKNOWN: Vendor = {}

/** Name and logo of whoever runs this; the portal works without. */
export function useVendor(): Vendor {
  const session = useSession()
  const [vendor, setVendor] = useState(UNKNOWN)
  useEffect(() => {
    session.call<Vendor>('/vendors/public').then(setVendor, (error: unknown) => console.warn('No vendor:', error))
  }, [session])
  return vendor
}
