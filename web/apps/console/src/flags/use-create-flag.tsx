import { useCreate } from '../shared/create-button'
import { FlagDialog } from './flag-dialog'
import { useT } from './flags.texts'

/** The button for one more, in the page's head and in the empty table. */
export function useCreateFlag() {
  return useCreate({
    label: useT()('create.button'),
    permission: 'vendor.write.entitlements',
    dialog: (close) => <FlagDialog onClose={close} />,
  })
}
