import { type Appearance, useAppearance } from '../shared/appearance'
import { type Permission, usePermissions } from '../shared/permissions'

/** How a field of these pages is shown: as the vendor wants it, and read-only without permission to change it. */
export function useLooks(...permissions: Permission[]): (field: string) => Appearance {
  const canWrite = usePermissions()(...permissions)
  const appearance = useAppearance('security')
  return (field) => {
    const said = appearance(field)
    return said === 'edit' && !canWrite ? 'viewOnly' : said
  }
}
