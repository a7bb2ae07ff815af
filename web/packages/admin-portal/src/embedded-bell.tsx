import { UiProvider, type UiProviderProps } from '@gatehouse/ui'
import '@gatehouse/ui/portal.css'
import { useVendorBrand, useVendorTexts } from './frame/vendor'
import { NotificationBell as Bell } from './notifications/notification-bell'

export type NotificationBellProps = Pick<UiProviderProps, 'language' | 'colorScheme'>

/** The bell alone, for the header of a product that has a `GatehouseProvider` around it. */
export function NotificationBell({ language, colorScheme }: NotificationBellProps) {
  useVendorTexts()
  return (
    <UiProvider brand={useVendorBrand()} language={language} colorScheme={colorScheme} fallback={null}>
      <Bell />
    </UiProvider>
  )
}
