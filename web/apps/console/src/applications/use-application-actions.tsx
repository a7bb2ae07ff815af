import { useEditAndDelete } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import type { Application } from '../wire'
import { ApplicationDialog } from './application-dialog'
import { deleteApplication } from './applications.actions'
import { applicationQuery } from './applications.queries'
import { useT } from './applications.texts'

export type ListedApplication = Pick<Application, 'id' | 'name' | 'isDefault'>

/** Actions for an application. The default application cannot be deleted. */
export function useApplicationActions(onDeleted?: () => void) {
  const t = useT()
  return useEditAndDelete<ListedApplication>({
    change: 'vendor.write.applications',
    t,
    editor: ({ id }, close) => <Editor id={id} onClose={close} />,
    deletion: { action: deleteApplication, keeps: ({ isDefault }) => isDefault },
    onDeleted,
  })
}

/** Loads the application first: a row does not have all settings. */
function Editor({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data } = useQuery(applicationQuery(useApi(), id))
  return data ? <ApplicationDialog application={data} onClose={onClose} /> : null
}
