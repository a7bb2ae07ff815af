import { useEditAndDelete } from '../shared/row-actions'
import type { Group } from '../wire'
import { GroupDialog } from './group-dialog'
import { deleteGroup } from './groups.actions'
import { useT } from './groups.texts'

/** Actions of a group, for rows and for details. Groups of a directory can only be viewed. */
export function useGroupActions(onDeleted?: () => void) {
  const t = useT()
  return useEditAndDelete<Group>({
    change: 'fe.secure.write.groups',
    isReadOnly: ({ managedBy }) => managedBy === 'scim2',
    t,
    editor: (group, close) => <GroupDialog group={group} onClose={close} />,
    deletion: {
      action: deleteGroup,
      permission: 'fe.secure.delete.groups',
      text: ({ usersCount }) => t('delete.text', { count: usersCount ?? 0 }),
    },
    onDeleted,
  })
}
