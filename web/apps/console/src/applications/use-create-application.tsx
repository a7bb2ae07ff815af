import { useCreate } from '../shared/create-button'
import { ApplicationDialog } from './application-dialog'
import { useT } from './applications.texts'

/** Button and dialog that create an application, for the page header and the empty table. */
export function useCreateApplication() {
  return useCreate({
    label: useT()('create.button'),
    permission: 'vendor.write.applications',
    dialog: (close) => <ApplicationDialog onClose={close} />,
  })
}
