import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { useEditAndDelete } from '../shared/row-actions'
import type { Application } from '../wire'
import { ApplicationDialog } from './application-dialog'
import { deleteApplication } from './applications.actions'
import { applicationQuery } from './applications.queries'
import { useT } from './applications.texts'

export type Listed = Pick<Application, 'id' | 'name' | 'isDefault'>

/** What this person may do with an application. The default one stays. */
export function useApplicationActions(onDeleted?: () => void) {
  const t = useT()
  return useEditAndDelete<Listed>({
    change: 'vendor.write.applications',
    t,
    editor: ({ id }, close) => <Editor id={id} onClose={close} />,
    deletion: { action: deleteApplication, keeps: ({ isDefault }) => isDefault },
    onDeleted,
  })
}

/** A row does not have all that can be set. */
function Editor({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data } = useQuery(applicationQuery(useApi(), id))
  return data ? <ApplicationDialog application={data} onClose={onClose} /> : null
}
