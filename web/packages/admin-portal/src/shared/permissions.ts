import type { components } from '@gatehouse/api'
// biome-ignore lint/style/noRestrictedImports: here it learns them.
import { usePermissions as useHeldPermissions } from '@gatehouse/react'

/** Those the server asks for. A name that it does not know does not compile, where it would hide a page from all users. */
export type Permission = components['schemas']['Permission' | 'VendorPermission']

/** `const can = usePermissions(); can('fe.secure.write.users')`: whether the person holds at least one of them. */
export const usePermissions: () => (...permissions: Permission[]) => boolean = useHeldPermissions
