import { useCreate } from '../shared/create-button'
import { FlagDialog } from './flag-dialog'
import { useT } from './flags.texts'

/** Button and dialog that create a flag, for the page header and the empty table. */
export function useCreateFlag() {
  return useCreate({
    label: useT()('create.button'),
    permission: 'vendor.write.entitlements',
    dialog: (close) => <FlagDialog onClose={close} />,
  })
}
