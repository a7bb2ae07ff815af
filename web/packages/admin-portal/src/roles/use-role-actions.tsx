import { useEditAndDelete } from '../shared/row-actions'
import type { Role } from '../wire'
import { RoleDialog } from './role-dialog'
import { deleteRole } from './roles.actions'
import { useT } from './roles.texts'

/** Actions of a role, for rows and for details. The vendor's roles can only be viewed. */
export function useRoleActions(onDeleted?: () => void) {
  return useEditAndDelete<Role>({
    change: ['fe.secure.write.updateRole', 'fe.secure.read.permissions'],
    isReadOnly: ({ tenantId }) => !tenantId,
    t: useT(),
    editor: (role, close) => <RoleDialog role={role} onClose={close} />,
    deletion: { action: deleteRole, permission: 'fe.secure.delete.role' },
    onDeleted,
  })
}
