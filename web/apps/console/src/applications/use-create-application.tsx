import { useCreate } from '../shared/create-button'
import { ApplicationDialog } from './application-dialog'
import { useT } from './applications.texts'

/** The button for one more, in the page's head and in the empty table. */
export function useCreateApplication() {
  return useCreate({
    label: useT()('create.button'),
    permission: 'vendor.write.applications',
    dialog: (close) => <ApplicationDialog onClose={close} />,
  })
}
