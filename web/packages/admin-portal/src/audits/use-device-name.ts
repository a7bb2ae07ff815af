import { useCallback } from 'react'
import { deviceOf } from '../shared/device'
import { useT } from './audits.texts'

/** "Chrome on Windows", or as much of it as is known; else what it says of itself. */
export function useDeviceName() {
  const t = useT()
  return useCallback(
    (userAgent: string | null | undefined) => {
      const { browser, system } = deviceOf(userAgent)
      return browser && system ? t('device', { browser, system }) : browser || system || userAgent || ''
    },
    [t],
  )
}
